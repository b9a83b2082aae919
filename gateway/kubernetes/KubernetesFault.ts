/** Where a call to a cluster failed: before or on the way, at the sign-in, at what was asked for. */
export type KubernetesStage = 'connect' | 'login' | 'list';

/** Why a cluster does not answer as wanted. `message` and `cause` are for the person: no file and no secret in them. */
export class KubernetesFault extends Error {
  override name = 'KubernetesFault';
  readonly stage: KubernetesStage;
  /** The error behind it in the words of the system or of the API server; '' where there are none. */
  override readonly cause: string;
  /** The status that the API server answered with. */
  readonly status: number | undefined;

  constructor(stage: KubernetesStage, message: string, cause = '', status?: number) {
    super(message);
    this.stage = stage;
    this.cause = cause;
    this.status = status;
  }
}

/** An answer of which no more is read: a smaller part has to be asked for. */
export class AnswerTooLong extends KubernetesFault {
  /** `how`: more than what. */
  constructor(how: string) {
    super('list', `The answer of the API server ${how}.`);
  }
}
