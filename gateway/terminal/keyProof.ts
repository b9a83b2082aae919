// The hardware key that a session asks for (streams §3.4). The texts are those of the reference: clients know them.
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { parseJson } from '../../src/lib/json.ts';
import { CHALLENGE_TTL_MS } from '../../src/wire/constants.ts';
import { NO_DEVICE_MESSAGE, NO_KEY_MESSAGE } from '../../src/wire/terminal/frames.ts';
import { JsonObject } from '../http/body.ts';
import { ApiFailure, badRequest } from '../http/failures.ts';
import type { Credentials } from '../identity/credentials.ts';
import type { ParticipantInfo } from './Participant.ts';
import { TargetError } from './target.ts';

/** A key answers with about 5 kB. Parsing megabytes would delay other work. */
const ANSWER_MAX_BYTES = 64 * 1024;
const REFUSED = 'rpc error: code = PermissionDenied desc = ';
const TOO_LATE = 'The hardware key was not used in time.\nConnect again to retry.';

/** The user at a socket. */
export type KeyHolder = {
  info: ParticipantInfo;
  /** Sends the JSON of a challenge. Resolves with the JSON of the answer, or undefined if none came in time. */
  ask(challenge: string, waitMs: number): Promise<Uint8Array | undefined>;
};

/** The answer to a challenge that was sent. */
export class PendingAnswer {
  #settle: ((json: Uint8Array | undefined) => void) | undefined;

  get isAwaited(): boolean {
    return this.#settle !== undefined;
  }

  /** Resolves with the argument of `give`, or with undefined after `waitMs`. */
  async wait(waitMs: number): Promise<Uint8Array | undefined> {
    const answer = new Promise<Uint8Array | undefined>((resolve) => (this.#settle = resolve));
    const tooLate = setTimeout(() => this.give(undefined), waitMs);
    return answer.finally(() => clearTimeout(tooLate));
  }

  /** undefined: no answer will come. */
  give(json: Uint8Array | undefined): void {
    this.#settle?.(json);
    this.#settle = undefined;
  }
}

/**
 * Asks the holder for a key and stores which one was used. Rejects with a TargetError if the proof fails. There is no
 * second try.
 */
export async function proveByKey(
  credentials: Pick<Credentials, 'keyQuestion'>,
  holder: KeyHolder,
  waitMs = CHALLENGE_TTL_MS,
): Promise<void> {
  const question = credentials.keyQuestion(holder.info.user);
  if (question.kind === 'no-key') throw new TargetError(question.otherFactors ? NO_KEY_MESSAGE : NO_DEVICE_MESSAGE);
  const payload = await holder.ask(JSON.stringify(question.challenge), waitMs);
  if (!payload) throw new TargetError(TOO_LATE);
  const verdict = await judge(() => {
    if (payload.length > ANSWER_MAX_BYTES) throw badRequest(`the answer is longer than ${ANSWER_MAX_BYTES} bytes`);
    return question.judge(JsonObject.from(parseJson(fromUtf8(payload)), 'the answer'));
  });
  if (!verdict.ok) throw new TargetError(`${REFUSED}MFA response validation failed: ${verdict.reason}`);
  holder.info = { ...holder.info, mfaDevice: verdict.device.id };
}

/** A malformed answer counts as a wrong one. */
async function judge<T>(work: () => Promise<T>): Promise<T | { ok: false; reason: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiFailure) return { ok: false, reason: error.message };
    throw error;
  }
}
