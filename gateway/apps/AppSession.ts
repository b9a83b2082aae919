// One sign-in of one browser at one application.
import { randomUUID } from 'node:crypto';
import type { Access } from '../../src/access/access.ts';
import { limitForUsers } from '../http/limitForUsers.ts';
import type { Holder } from '../identity/AccessWatch.ts';
import { randomHex, sameSecret } from '../identity/secrets.ts';
import { inTurns } from '../process/turns.ts';
import type { Application } from './application.ts';

/** The console sign-in that the session belongs to. */
export type AppHolder = Holder & { loginId: string; loginMs: number };

/** Limit of a user's requests and websockets in progress: each takes half a megabyte if the client does not read. */
export const OPEN_MAX = 1_200;
const TOO_MANY = 'Too many of your requests to applications are under way. Close other windows of applications.';

/** Counts all sessions of each user. */
export const openOfUsers = () => limitForUsers(OPEN_MAX, TOO_MANY);

export class AppSession {
  readonly id = randomUUID();
  /** The secrets of the browser's cookies: both are needed (http-resources §4.3). */
  readonly secrets = { cookie: randomHex(32), subject: randomHex(32) };
  readonly holder: AppHolder;
  readonly app: Pick<Application, 'key' | 'name' | 'publicAddr' | 'uri'>;
  readonly expiresMs: number;
  usedMs: number;
  /** The token for the application. Valid as long as `access` is the holder's. */
  token: { of: Access; text: Promise<string> } | undefined;
  #open = new Set<() => void>();
  #openOfUser: ReturnType<typeof openOfUsers>;
  #hasEnded = false;

  constructor(
    holder: AppHolder,
    app: Pick<Application, 'key' | 'name' | 'publicAddr' | 'uri'>,
    { expiresMs, nowMs }: { expiresMs: number; nowMs: number },
    openOfUser: ReturnType<typeof openOfUsers>,
  ) {
    this.holder = holder;
    this.#openOfUser = openOfUser;
    this.app = { key: app.key, name: app.name, publicAddr: app.publicAddr, uri: app.uri };
    this.expiresMs = expiresMs;
    this.usedMs = nowMs;
  }

  isProvedBy(subject: string): boolean {
    return sameSecret(this.secrets.subject, subject);
  }

  /** `cut` aborts the exchange when the session ends. Call the returned function at its end. Throws 429. */
  begin(cut: () => void): () => void {
    const end = this.#openOfUser(this.holder.user);
    // The session may have ended while its request was checked.
    if (this.#hasEnded) cut();
    else this.#open.add(cut);
    return () => {
      this.#open.delete(cut);
      end();
    };
  }

  /** In turns with other work: closing a thousand websockets takes a tenth of a second. */
  cutAll(): void {
    this.#hasEnded = true;
    void inTurns(this.#open, (cut) => {
      this.#open.delete(cut);
      cut();
    });
  }
}
