/** The step at which a call to a cluster failed: the connection, the sign-in, or the request. */
export type KubernetesStage = 'connect' | 'login' | 'list';

/** Why a call to a cluster failed. `message` and `cause` are for the user, without files and secrets. */
export class KubernetesFault extends Error {
  override name = 'KubernetesFault';
  readonly stage: KubernetesStage;
  /** The original error text of the system or of the API server; '' if there is none. */
  override readonly cause: string;
  /** The status of the API server's answer. */
  readonly status: number | undefined;

  constructor(stage: KubernetesStage, message: string, cause = '', status?: number) {
    super(message);
    this.stage = stage;
    this.cause = cause;
    this.status = status;
  }
}

/** An answer that exceeds a limit: a smaller part has to be requested. */
export class AnswerTooLong extends KubernetesFault {
  /** `how`: the exceeded limit. */
  constructor(how: string) {
    super('list', `The answer of the API server ${how}.`);
  }
}
