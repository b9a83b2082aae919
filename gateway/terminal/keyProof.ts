// A hardware key that a session asks for itself (streams §3.4). Clients know the sentences of the reference.
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { parseJson } from '../../src/lib/json.ts';
import { CHALLENGE_TTL_MS } from '../../src/wire/constants.ts';
import { NO_DEVICE_MESSAGE, NO_KEY_MESSAGE } from '../../src/wire/terminal/frames.ts';
import { JsonObject } from '../http/body.ts';
import { ApiFailure, badRequest } from '../http/failures.ts';
import type { Credentials } from '../identity/credentials.ts';
import type { ParticipantInfo } from './Participant.ts';
import { TargetError } from './target.ts';

/** A key answers with about 5 kB. To read megabytes would delay others. */
const ANSWER_MAX_BYTES = 64 * 1024;
const REFUSED = 'rpc error: code = PermissionDenied desc = ';
const TOO_LATE = 'The hardware key was not used in time.\nConnect again to retry.';

/** Whoever sits at a socket. */
export type KeyHolder = {
  info: ParticipantInfo;
  /** Sends the JSON of a challenge; resolves with that of the answer, undefined where none came in time. */
  ask(challenge: string, waitMs: number): Promise<Uint8Array | undefined>;
};

/** The answer to a challenge that a socket has sent. */
export class PendingAnswer {
  #settle: ((json: Uint8Array | undefined) => void) | undefined;

  get isAwaited(): boolean {
    return this.#settle !== undefined;
  }

  /** Resolves with what `give` gets, undefined after `waitMs`. */
  async wait(waitMs: number): Promise<Uint8Array | undefined> {
    const answer = new Promise<Uint8Array | undefined>((resolve) => (this.#settle = resolve));
    const tooLate = setTimeout(() => this.give(undefined), waitMs);
    return answer.finally(() => clearTimeout(tooLate));
  }

  /** undefined: there will be none. */
  give(json: Uint8Array | undefined): void {
    this.#settle?.(json);
    this.#settle = undefined;
  }
}

/**
 * Asks the holder for a key and notes which one it was. Rejects with a TargetError for whoever does not have it: there
 * is no second try.
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

/** An answer that is none at all is a wrong one. */
async function judge<T>(work: () => Promise<T>): Promise<T | { ok: false; reason: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiFailure) return { ok: false, reason: error.message };
    throw error;
  }
}
