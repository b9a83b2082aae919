// All sign-ins at applications, and what ends them. Only in memory: after a restart the browser signs in again
// automatically.
import { createHash } from 'node:crypto';
import type { Dispose } from '../../src/lib/disposables.ts';
import type { Audit } from '../audit/audit.ts';
import { ApiFailure, denied, notServed } from '../http/failures.ts';
import type { AccessWatch } from '../identity/AccessWatch.ts';
import type { Caller } from '../identity/caller.ts';
import { isOf, type EndedSessions, type SignIn } from '../identity/webSessions.ts';
import { inTurns } from '../process/turns.ts';
import { onDataChange } from '../store/dataRevision.ts';
import { runEach } from '../store/runEach.ts';
import type { Stores } from '../store/stores.ts';
import { AppActivity } from './AppActivity.ts';
import type { AppDirectory, AppHint } from './AppDirectory.ts';
import { whyNotWeb, type Application } from './application.ts';
import { AppSession, openOfUsers, type AppHolder } from './AppSession.ts';

/** Limit for one user. A new session ends the least recently used one. */
const OF_USER_MAX = 50;
const OF_ALL_MAX = 5_000;

export type AppSessionParts = {
  directory: AppDirectory;
  watch: AccessWatch;
  audit: Audit;
  stores: Pick<Stores, 'db'>;
  now: () => number;
  /** An event could not be written. */
  report: (error: unknown) => void;
  /** The user is active, which keeps the console sign-in alive. */
  noteActivity: (holder: AppHolder) => void;
  /** Id of the gateway as an agent. */
  hostId: string;
};

/** The user who opens the application, and the client's address. */
export type AppVisit = {
  caller: Caller;
  remote: string;
  hint: AppHint;
  /** Id of the key that the user has just confirmed with. */
  provenBy?: string | undefined;
};

export class AppSessions {
  readonly #parts: AppSessionParts;
  readonly #sessions = new Map<string, AppSession>();
  readonly #activity: AppActivity;
  readonly #openOfUser = openOfUsers();
  /** The number of changes since the last complete check of the sessions. */
  #changes = 0;
  readonly #unsubscribe: Dispose;

  constructor(parts: AppSessionParts) {
    this.#parts = parts;
    this.#activity = new AppActivity(parts);
    this.#unsubscribe = onDataChange(parts.stores.db, 'inventory', () => this.endRevoked());
  }

  get directory(): AppDirectory {
    return this.#parts.directory;
  }

  /** Throws the wire's refusal (http-resources §4.3). */
  open({ caller: { user, session, access }, remote, hint, provenBy }: AppVisit): { session: AppSession; fqdn: string } {
    const { directory, audit, now, hostId } = this.#parts;
    const app = directory.resolve(hint);
    const verdict = access.resource('app', app.labels);
    if (!verdict.ok) throw denied(`access to the application ${app.name} denied: your roles do not allow it`);
    const refusal = whyNotWeb(app);
    if (refusal !== undefined) throw notServed(refusal);
    if (provenBy === undefined && access.requiresSessionMfa('app', app.labels))
      throw denied(`access to the application ${app.name} denied: your roles ask for a hardware key for each session`);
    if (this.#sessions.size >= OF_ALL_MAX)
      throw new ApiFailure(503, 'the gateway has as many sessions of applications as it can. Try again later');
    this.#makeRoom(user.name);
    const holder = {
      user: user.name,
      loginId: session.loginId,
      loginMs: session.loginMs,
      mfaDevice: provenBy,
      signInDevice: session.mfaDevice,
    };
    const opened = new AppSession(holder, app, { expiresMs: session.expiresMs, nowMs: now() }, this.#openOfUser);
    audit.emit('app.session.start', {
      ...this.#activity.fieldsOf(opened),
      'addr.remote': remote,
      public_addr: directory.hostOf(app),
      namespace: 'default',
      server_id: hostId,
    });
    this.#sessions.set(keyOf(opened.secrets.cookie), opened);
    return { session: opened, fqdn: directory.hostOf(app) };
  }

  /** The session of a browser with both values. undefined also if it has ended. */
  find(cookie: string, subject: string): AppSession | undefined {
    const session = this.#sessions.get(keyOf(cookie));
    if (!session?.isProvedBy(subject)) return undefined;
    if (session.expiresMs > this.#parts.now()) return session;
    this.end(session);
    return undefined;
  }

  /** Checks only the first value. For the log of refusals. */
  ownerOf(cookie: string): string | undefined {
    return this.#sessions.get(keyOf(cookie))?.holder.user;
  }

  /** Why the holder may not use the application now. undefined while they may. */
  refusal({ holder }: AppSession, { name, labels }: Application): string | undefined {
    return this.#parts.watch.appRefusal(holder, { name, labels });
  }

  /** `byUser`: the user caused the request. */
  noteRequest(session: AppSession, status: number, byUser: boolean): void {
    session.usedMs = this.#parts.now();
    if (byUser) this.#parts.noteActivity(session.holder);
    this.#activity.note(session, status);
  }

  end(session: AppSession): void {
    if (!this.#sessions.delete(keyOf(session.secrets.cookie))) return;
    session.cutAll();
    this.#activity.end(session);
    const { audit, report } = this.#parts;
    audit.emitOrReport('app.session.end', this.#activity.fieldsOf(session), report);
  }

  /** The sign-ins that have applications open. Also writes due activity events. */
  signIns(): SignIn[] {
    this.#activity.flushDue();
    return [...this.#sessions.values()].map(({ holder }) => holder);
  }

  endSignIn(ended: EndedSessions): void {
    for (const session of [...this.#sessions.values()]) if (isOf(ended, session.holder)) this.end(session);
  }

  /** Call this after a change of users, roles, locks or the inventory. It ends sessions in turns with other work. */
  endRevoked(): void {
    this.#changes += 1;
    if (this.#changes === 1) void this.#judgeAll();
  }

  /** Judges all sessions, and again if something changed during that. */
  async #judgeAll(): Promise<void> {
    for (let judged = 0; judged < this.#changes;) {
      judged = this.#changes;
      // One that cannot be judged does not stop the others.
      await inTurns([...this.#sessions.values()], (session) => runEach([session], this.#judge, this.#parts.report));
    }
    this.#changes = 0;
  }

  #judge = (session: AppSession): void => {
    if (!this.#sessions.has(keyOf(session.secrets.cookie))) return;
    const app = this.#parts.directory.find(session.app.key);
    if (!app || app.uri !== session.app.uri || this.refusal(session, app) !== undefined) this.end(session);
  };

  /** Ends the sessions of one application. */
  endOn(name: string): void {
    for (const session of [...this.#sessions.values()]) if (session.app.name === name) this.end(session);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    for (const session of [...this.#sessions.values()]) this.end(session);
  }

  #makeRoom(user: string): void {
    const userSessions = [...this.#sessions.values()].filter(({ holder }) => holder.user === user);
    if (userSessions.length < OF_USER_MAX) return;
    const [oldest] = userSessions.sort((a, b) => a.usedMs - b.usedMs);
    if (oldest) this.end(oldest);
  }
}

/** A look-up by a hash reveals nothing through its timing. */
const keyOf = (cookie: string): string => createHash('sha256').update(cookie).digest('hex');
