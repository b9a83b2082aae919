// One sign-in of one browser at one application.
import { randomUUID } from 'node:crypto';
import type { Access } from '../../src/access/access.ts';
import type { Holder } from '../identity/AccessWatch.ts';
import { randomHex, sameSecret } from '../identity/secrets.ts';
import type { Application } from './application.ts';

/** Whose sign-in at the console it belongs to. */
export type AppHolder = Holder & { loginId: string; loginMs: number };

/** Requests and websockets of one session that are under way. */
const OPEN_MAX = 1_200;

export class AppSession {
  readonly id = randomUUID();
  /** What the browser shows: both are needed (http-resources §4.3). */
  readonly secrets = { cookie: randomHex(32), subject: randomHex(32) };
  readonly holder: AppHolder;
  readonly app: Pick<Application, 'key' | 'name' | 'publicAddr' | 'uri'>;
  readonly expiresMs: number;
  usedMs: number;
  /** The token for the application, as long as `access` is the holder's. */
  token: { of: Access; text: Promise<string> } | undefined;
  #open = new Set<() => void>();
  #hasEnded = false;

  constructor(holder: AppHolder, app: Application, expiresMs: number, nowMs: number) {
    this.holder = holder;
    this.app = { key: app.key, name: app.name, publicAddr: app.publicAddr, uri: app.uri };
    this.expiresMs = expiresMs;
    this.usedMs = nowMs;
  }

  isProvedBy(subject: string): boolean {
    return sameSecret(this.secrets.subject, subject);
  }

  /** `cut` ends what has begun when the session ends; false where too much is under way. Call `done` when it is over. */
  begin(cut: () => void): { done: () => void } | undefined {
    if (this.#open.size >= OPEN_MAX) return undefined;
    if (this.#hasEnded) cut(); // while its request was looked at
    this.#open.add(cut);
    return { done: () => void this.#open.delete(cut) };
  }

  cutAll(): void {
    this.#hasEnded = true;
    const open = [...this.#open];
    this.#open.clear();
    for (const cut of open) cut();
  }
}
