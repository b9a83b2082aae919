// Sessions of one kind that have a socket each, such as desktops: the running ones, the ones being opened, their
// limits, and the events that end them from outside.
import type { Audit } from '../audit/audit.ts';
import type { SessionConfig } from '../config/settings.ts';
import type { Credentials } from '../identity/credentials.ts';
import { isOf, type EndedSessions, type SignIn } from '../identity/webSessions.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import type { LiveSession, LiveSessions } from '../sessions/liveSessions.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { runEach } from '../store/runEach.ts';
import { proveByKey, type KeyHolder } from './keyProof.ts';
import type { ParticipantInfo } from './Participant.ts';
import { asManyAsAllowed, type Visitor } from './shellRequest.ts';
import { beginErrorText, TargetError } from './target.ts';

type Client = KeyHolder & {
  /** True if the other side closed the socket, or this side dropped it without a message. */
  readonly hasLeft: boolean;
  dismiss(text: string): void;
  drop(): void;
};

type Session = {
  readonly createdMs: number;
  readonly lastActiveMs: number;
  readonly subject: { id: string; owner: ParticipantInfo };
  readonly log: { refused(why: string): void; disconnected(reason: string): void };
  /** Rejects with a TargetError if the session cannot be opened. */
  open(): Promise<void>;
  /** `text` is for the user, undefined if nothing may be sent. */
  end(text: string | undefined): void;
  abandon(): Promise<void>;
};

export type SocketSessionParts = {
  inventory: Pick<InventoryStore, 'find'>;
  liveSessions: LiveSessions;
  credentials: Pick<Credentials, 'keyQuestion'>;
  audit: Pick<Audit, 'together'>;
  rules: () => SessionConfig;
  /** The number of sessions that a user has open, of all kinds. */
  begunBy: (user: string) => number;
  /** Id of the gateway as an agent. */
  hostId: string;
  /** An operation failed, or a user was refused. */
  report: (error: unknown) => void;
};

/** The properties of one kind of session. `P`: the place, which decides whether a user is refused. */
export type SessionKind<S extends Session, P> = {
  resource: 'db' | 'windows_desktop';
  /** The noun in messages: `desktop`. */
  noun: string;
  /** The limit of open sessions. */
  ofUserMax: number;
  ofAllMax: number;
  targetOf: (subject: S['subject']) => P;
  /** The name of the resource. */
  nameOf: (target: P) => string;
  /** Why the holder may not, or no longer, have the session: text for the user and for the log. */
  refusal: (holder: ParticipantInfo, target: P) => string | undefined;
  /** The columns of lists besides the owner and the times. */
  toLive: (subject: S['subject']) => Pick<LiveSession, 'kind' | 'login' | 'serverId' | 'serverHostname'>;
};

/** A user opens the socket of a resource. */
export type SocketVisit<Q extends object> = {
  visitor: Visitor;
  /** The name of the resource. */
  name: string;
  params: Q | { problem: string };
  /** Call this when the user does something, so that the sign-in counts as active. */
  noteActivity: () => void;
};

/** The checks of a visitor before the session opens. */
type Conditions = {
  /** Throws a TargetError if the visitor may not open it. */
  grant: () => void;
  /** Whether the session requires a hardware key. */
  asksKey: () => boolean;
};

const STOPPING = 'The gateway is stopping. Connect again when it has started.';
const NAME_MAX_CHARS = 100;

export abstract class SocketSessions<C extends Client, S extends Session, P> {
  #parts: SocketSessionParts;
  #kind: SessionKind<S, P>;
  #sessions = new Map<string, S>();
  /** Clients whose session is being opened. */
  #opening = new Map<C, P>();
  #idle: (() => void)[] = [];
  #stopping = false;

  constructor(parts: SocketSessionParts, kind: SessionKind<S, P>) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /** The sign-ins that have sessions open. */
  signIns(): SignIn[] {
    return this.#infos;
  }

  endSignIn(ended: EndedSessions): void {
    const { report } = this.#parts;
    const endOpening = (client: C) => {
      if (!isOf(ended, client.info)) return;
      if (ended.reason === undefined) client.drop();
      else client.dismiss(ended.reason);
    };
    runEach(this.#opening.keys(), endOpening, report);
    const running = [...this.#sessions.values()].filter(({ subject }) => isOf(ended, subject.owner));
    runEach(running, (session) => session.end(ended.reason), report);
  }

  /** Ends the sessions of users who may no longer have them. Call this after a change of users, roles or locks. */
  endRevoked(): void {
    const { refusal } = this.#kind;
    this.#endWhere((info, target) => refusal(info, target));
  }

  /** Ends the sessions on one resource. `text` is for their users. */
  endOn(name: string, text: string): void {
    const { nameOf } = this.#kind;
    this.#endWhere((_, target) => (nameOf(target) === name ? text : undefined));
  }

  /** Whether a resource has an open session. */
  protected isOpenOn(name: string): boolean {
    const { nameOf, targetOf } = this.#kind;
    return [...this.#sessions.values()].some(({ subject }) => nameOf(targetOf(subject)) === name);
  }

  #endWhere(refusal: (info: ParticipantInfo, target: P) => string | undefined): void {
    const { targetOf } = this.#kind;
    const { audit, report } = this.#parts;
    const endOpening = ([client, target]: [C, P]) => {
      const text = refusal(client.info, target);
      if (text !== undefined) client.dismiss(text);
    };
    runEach(this.#opening, endOpening, report);
    const endRunning = (session: S) => {
      const text = refusal(session.subject.owner, targetOf(session.subject));
      if (text === undefined) return;
      session.log.disconnected(text);
      session.end(text);
    };
    audit.together(() => runEach(this.#sessions.values(), endRunning, report), report);
  }

  /** Ends all sessions. Resolves when their ends are recorded. */
  async close(): Promise<void> {
    this.#stopping = true;
    for (const client of [...this.#opening.keys()]) client.dismiss(STOPPING);
    for (const session of [...this.#sessions.values()]) session.end(STOPPING);
    if (!this.#isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** The number of open sessions that a user has opened. */
  begunBy(user: string): number {
    return this.#infos.filter((info) => info.user === user).length;
  }

  /** Starts a session on the requested resource. Refusals are sent through the socket. */
  protected enter<Q extends object>(
    client: C,
    { visitor, name, params }: SocketVisit<Q>,
    begin: (entry: Entry, params: Q) => Promise<void>,
  ): void {
    const { noun } = this.#kind;
    const entry = this.#find(name, visitor);
    if (this.#stopping) client.dismiss(STOPPING);
    else if ('problem' in params) client.dismiss(params.problem);
    else if (!entry)
      client.dismiss(`There is no ${noun} "${name.slice(0, NAME_MAX_CHARS)}". Select one in the list of ${noun}s.`);
    else void begin(entry, params);
  }

  /** Never rejects: a refused visitor gets the reason. */
  protected async open(client: C, session: S, { grant, asksKey }: Conditions): Promise<void> {
    const { credentials, report } = this.#parts;
    const { noun, targetOf, refusal } = this.#kind;
    const { subject } = session;
    const target = targetOf(subject);
    try {
      grant();
      this.#opening.set(client, target);
      if (asksKey()) await proveByKey(credentials, client);
      subject.owner = client.info;
      // Roles and locks may have changed since, and the key that was used may be locked.
      const refused = refusal(client.info, target);
      if (refused !== undefined) throw new TargetError(refused);
      await session.open();
    } catch (error) {
      report(error);
      const text = beginErrorText(error, `The ${noun} could not be opened`);
      if (!client.hasLeft) session.log.refused(text);
      client.dismiss(text);
      await session.abandon();
    } finally {
      this.#opening.delete(client);
      this.#reportIdle();
    }
  }

  /** Throws a TargetError if the visitor has as many open sessions as allowed. */
  protected requireRoom({ caller: { access, user } }: Visitor): void {
    const { noun, ofUserMax, ofAllMax } = this.#kind;
    const count = this.begunBy(user.name);
    if (count >= ofUserMax)
      throw new TargetError(`You have ${count} ${noun}s open, which is the most. Close one first.`);
    if (this.#infos.length >= ofAllMax)
      throw new TargetError(`The gateway has as many ${noun}s open as it can. Try again later.`);
    const { maxConnections } = access.options();
    const begun = this.#parts.begunBy(user.name);
    if (maxConnections > 0 && begun >= maxConnections) throw new TargetError(asManyAsAllowed(begun));
  }

  /** The callbacks of a session of `visitor`: it has started, and it has ended and is recorded. */
  protected lifeOf(visitor: Visitor, session: () => S): { begun: () => void; ended: () => void } {
    const { liveSessions } = this.#parts;
    return {
      begun: () => {
        this.#sessions.set(session().subject.id, session());
        liveSessions.add(this.#toLive(session(), visitor.caller.user.roles));
      },
      ended: () => {
        const { id } = session().subject;
        this.#sessions.delete(id);
        liveSessions.remove(id);
        this.#reportIdle();
      },
    };
  }

  /** The session for lists. Others cannot join it. */
  #toLive(session: S, ownerRoles: readonly string[]): LiveSession {
    const { subject } = session;
    const { id, owner } = subject;
    return {
      ...this.#kind.toLive(subject),
      id,
      owner: owner.user,
      ownerRoles,
      created: new Date(session.createdMs),
      get lastActive() {
        return new Date(session.lastActiveMs);
      },
      get parties() {
        return [{ id, user: owner.user, lastActive: this.lastActive }];
      },
      moderated: false,
      modesFor: () => null,
    };
  }

  /** The entry with this name, if the visitor may see it. */
  #find(name: string, { caller }: Visitor): Entry | undefined {
    const { inventory, hostId } = this.#parts;
    const { resource: kind } = this.#kind;
    const entry = inventory.find(kind, keyOf({ kind, metadata: { name } }, hostId));
    return entry && caller.access.resource(kind, entry.labels).ok ? entry : undefined;
  }

  get #infos() {
    const running = [...this.#sessions.values()].map(({ subject }) => subject.owner);
    return [...running, ...[...this.#opening.keys()].map(({ info }) => info)];
  }

  get #isIdle(): boolean {
    return this.#sessions.size + this.#opening.size === 0;
  }

  #reportIdle(): void {
    if (this.#isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
