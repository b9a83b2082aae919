import type { Clock } from '../../../src/lib/clock.ts';
import { Disposables, type Dispose } from '../../../src/lib/disposables.ts';
import { Emitter } from '../../../src/lib/valueStore.ts';
import { HEADLESS_TTL_MS, HEADLESS_WAIT_MS } from '../../../src/wire/constants.ts';
import { alreadyExists, limitExceeded } from '../../http/failures.ts';
import { network } from '../../http/rateLimit.ts';
import type { KeyDevice } from '../../store/devices.ts';
import { isHeadlessId } from './headlessId.ts';

/** The limits of waiting requests of one address, and of all stored requests. */
const ADDRESS_MAX = 10;
const TOTAL_MAX = 1000;

/** The request of a command line. `user` is its unproved claim. */
export type HeadlessAsk = {
  id: string;
  user: string;
  /** The public key as the line that was sent. */
  publicKey: Uint8Array;
  address: { ip: string; port: number };
};

/** How a request ended. `gone`: the command line disconnected. */
export type HeadlessOutcome =
  { kind: 'approved'; device: KeyDevice } | { kind: 'denied' } | { kind: 'expired' } | { kind: 'gone' };

export type HeadlessRequest = HeadlessAsk & {
  expiresMs: number;
  /** Absent while the command line waits. */
  outcome?: HeadlessOutcome;
};

type Entry = { request: HeadlessRequest; network: string; end: (outcome: HeadlessOutcome) => void; forget: Dispose };

/**
 * Command lines that wait until their user approves them in a browser (http-auth §9). They are only in memory, because
 * a request lasts no longer than its open connection. An ended request is kept until it expires, so that the browser
 * can show its outcome.
 */
export class HeadlessRequests {
  #clock: Clock;
  #entries = new Map<string, Entry>();
  #came = new Emitter<HeadlessRequest>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the request has ended. `hungUp` ends it too. Throws if too many are waiting. */
  ask(ask: HeadlessAsk, hungUp: AbortSignal): Promise<HeadlessOutcome> {
    this.#requireRoom(ask);
    const request: HeadlessRequest = { ...ask, expiresMs: this.#clock.now() + HEADLESS_TTL_MS };
    return new Promise((resolve) => {
      const end = (outcome: HeadlessOutcome) => {
        if (request.outcome) return;
        request.outcome = outcome;
        resolve(outcome);
      };
      const cancelExpiry = this.#clock.after(HEADLESS_TTL_MS, () => forget());
      const forget = () => {
        cancelExpiry();
        this.#entries.delete(ask.id);
        end({ kind: 'expired' });
      };
      if (hungUp.aborted) end({ kind: 'gone' });
      hungUp.addEventListener('abort', () => end({ kind: 'gone' }), { once: true });
      this.#entries.set(ask.id, { request, network: network(ask.address.ip), end, forget });
      this.#came.emit(request);
    });
  }

  /**
   * The user's request with this id, as soon as its command line has sent it: users may follow the link earlier. A
   * request of another user counts as missing. undefined if none came in time or the browser disconnected.
   */
  find(id: string, user: string, hungUp: AbortSignal): Promise<HeadlessRequest | undefined> {
    if (!isHeadlessId(id) || hungUp.aborted) return Promise.resolve(undefined);
    const isMeant = (request: HeadlessRequest) => request.id === id && request.user === user;
    const known = this.#entries.get(id)?.request;
    if (known && isMeant(known)) return Promise.resolve(known);
    return new Promise((resolve) => {
      const waiting = new Disposables();
      const stop = (request?: HeadlessRequest) => {
        waiting.dispose();
        resolve(request);
      };
      const hangUp = () => stop();
      waiting.add(this.#came.subscribe((request) => isMeant(request) && stop(request)));
      waiting.add(this.#clock.after(HEADLESS_WAIT_MS, hangUp));
      hungUp.addEventListener('abort', hangUp, { once: true });
      waiting.add(() => hungUp.removeEventListener('abort', hangUp));
    });
  }

  /** False if the request has already ended: the first answer counts. */
  answer(id: string, outcome: Extract<HeadlessOutcome, { kind: 'approved' | 'denied' }>): boolean {
    const entry = this.#entries.get(id);
    if (!entry || entry.request.outcome) return false;
    entry.end(outcome);
    return true;
  }

  /** Ends all waiting requests. */
  close(): void {
    for (const { forget } of [...this.#entries.values()]) forget();
  }

  /** Ended requests are kept for a while, but they do not block new ones. */
  #forgetOne(): void {
    [...this.#entries.values()].find(({ request }) => request.outcome)?.forget();
  }

  #requireRoom({ id, address }: HeadlessAsk): void {
    if (this.#entries.has(id))
      throw alreadyExists('this key was already used for a request. Start again with a new key');
    const caller = network(address.ip);
    const waiting = [...this.#entries.values()].filter((entry) => entry.network === caller && !entry.request.outcome);
    if (waiting.length < ADDRESS_MAX) {
      if (this.#entries.size >= TOTAL_MAX) this.#forgetOne();
      if (this.#entries.size < TOTAL_MAX) return;
    }
    throw limitExceeded('too many command lines are waiting for approval. Answer those or try again in three minutes');
  }
}
