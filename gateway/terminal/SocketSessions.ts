// Sessions of one kind that have a socket each, such as desktops: those that run, those on their way, how many there may
// be, and what ends them from outside.
import type { SessionConfig } from '../config/settings.ts';
import type { Credentials } from '../identity/credentials.ts';
import { isOf, type Ended, type SignIn } from '../identity/webSessions.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import type { LiveSession, LiveSessions } from '../sessions/liveSessions.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { runEach } from '../store/runEach.ts';
import { proveByKey, type KeyHolder } from './keyProof.ts';
import type { ParticipantInfo } from './Participant.ts';
import { asManyAsAllowed, type Visitor } from './shellRequest.ts';
import { beginErrorText, TargetError } from './target.ts';

type Client = KeyHolder & {
  /** Closed by the other side, or without a word from this one. */
  readonly hasLeft: boolean;
  dismiss(text: string): void;
  drop(): void;
};

type Session = {
  readonly createdMs: number;
  readonly lastActiveMs: number;
  readonly subject: { id: string; owner: ParticipantInfo };
  readonly log: { refused(why: string): void; disconnected(reason: string): void };
  /** Rejects with a TargetError where there is no session to be had. */
  open(): Promise<void>;
  /** `text` is for the user, undefined where nothing may be said. */
  end(text: string | undefined): void;
  abandon(): Promise<void>;
};

export type SocketSessionParts = {
  inventory: Pick<InventoryStore, 'find'>;
  liveSessions: LiveSessions;
  credentials: Pick<Credentials, 'keyQuestion'>;
  rules: () => SessionConfig;
  /** Sessions that somebody has open, of all kinds. */
  begunBy: (user: string) => number;
  /** Id of the gateway as an agent. */
  hostId: string;
  /** Something went wrong, or somebody was refused. */
  report: (error: unknown) => void;
};

/** What tells one kind of sessions from another. `P`: what a refusal depends on. */
export type SessionKind<S extends Session, P> = {
  resource: 'db' | 'windows_desktop';
  /** Of what it is opened, for messages: `desktop`. */
  noun: string;
  /** At once. */
  ofUserMax: number;
  ofAllMax: number;
  placeOf: (subject: S['subject']) => P;
  /** Of the resource. */
  nameOf: (place: P) => string;
  /** Why the holder may not, or no longer, be there: in words for them and for the log. */
  refusal: (holder: ParticipantInfo, place: P) => string | undefined;
  /** What lists show of it beside its owner and its times. */
  toLive: (subject: S['subject']) => Pick<LiveSession, 'kind' | 'login' | 'serverId' | 'serverHostname'>;
};

/** Somebody opens the socket of a resource. */
export type SocketVisit<Q extends object> = {
  visitor: Visitor;
  /** Of the resource. */
  name: string;
  params: Q | { problem: string };
  /** The user did something: the sign-in is in use. */
  noteActivity: () => void;
};

/** What stands between a visitor and the session. */
type Conditions = {
  /** Throws a TargetError for whoever may not open it. */
  grant: () => void;
  /** A hardware key has to be used for it. */
  asksKey: () => boolean;
};

const STOPPING = 'The gateway is stopping. Connect again when it has started.';
const NAME_MAX_CHARS = 100;

export abstract class SocketSessions<C extends Client, S extends Session, P> {
  #parts: SocketSessionParts;
  #kind: SessionKind<S, P>;
  #sessions = new Map<string, S>();
  /** Those whose session is on its way. */
  #opening = new Map<C, P>();
  #idle: (() => void)[] = [];
  #stopping = false;

  constructor(parts: SocketSessionParts, kind: SessionKind<S, P>) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /** The sign-ins that sessions are open for. */
  signIns(): SignIn[] {
    return this.#infos;
  }

  endSignIn(ended: Ended): void {
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

  /** Asks of everybody who has one open whether they may still; after a change of users, roles or locks. */
  endRevoked(): void {
    const { refusal } = this.#kind;
    this.#endWhere((info, place) => refusal(info, place));
  }

  /** Ends those on one resource; `text` is for their users. */
  endOn(name: string, text: string): void {
    const { nameOf } = this.#kind;
    this.#endWhere((_, place) => (nameOf(place) === name ? text : undefined));
  }

  /** Whether somebody has one on a resource. */
  protected isOpenOn(name: string): boolean {
    const { nameOf, placeOf } = this.#kind;
    return [...this.#sessions.values()].some(({ subject }) => nameOf(placeOf(subject)) === name);
  }

  #endWhere(refusal: (info: ParticipantInfo, place: P) => string | undefined): void {
    const { placeOf } = this.#kind;
    const { report } = this.#parts;
    const endOpening = ([client, place]: [C, P]) => {
      const text = refusal(client.info, place);
      if (text !== undefined) client.dismiss(text);
    };
    runEach(this.#opening, endOpening, report);
    const endRunning = (session: S) => {
      const text = refusal(session.subject.owner, placeOf(session.subject));
      if (text === undefined) return;
      session.log.disconnected(text);
      session.end(text);
    };
    runEach(this.#sessions.values(), endRunning, report);
  }

  /** Ends everything; resolves when all of it has been written down. */
  async close(): Promise<void> {
    this.#stopping = true;
    for (const client of [...this.#opening.keys()]) client.dismiss(STOPPING);
    for (const session of [...this.#sessions.values()]) session.end(STOPPING);
    if (!this.#isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Those that somebody has opened and that are still there. */
  begunBy(user: string): number {
    return this.#infos.filter((info) => info.user === user).length;
  }

  /** Begins a session on what the visitor asks for; whatever is refused is said in the socket. */
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

  /** Never rejects: whoever is refused is told. */
  protected async open(client: C, session: S, { grant, asksKey }: Conditions): Promise<void> {
    const { credentials, report } = this.#parts;
    const { noun, placeOf, refusal } = this.#kind;
    const { subject } = session;
    const place = placeOf(subject);
    try {
      grant();
      this.#opening.set(client, place);
      if (asksKey()) await proveByKey(credentials, client);
      subject.owner = client.info;
      // Roles and locks may have changed since, and the key that was used may be a locked one.
      const refused = refusal(client.info, place);
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
      this.#tellIdle();
    }
  }

  /** Throws a TargetError for whoever has as many open as there may be. */
  protected requireRoom({ caller: { access, user } }: Visitor): void {
    const { noun, ofUserMax, ofAllMax } = this.#kind;
    const own = this.begunBy(user.name);
    if (own >= ofUserMax) throw new TargetError(`You have ${own} ${noun}s open, which is the most. Close one first.`);
    if (this.#infos.length >= ofAllMax)
      throw new TargetError(`The gateway has as many ${noun}s open as it can. Try again later.`);
    const { maxConnections } = access.options();
    const begun = this.#parts.begunBy(user.name);
    if (maxConnections > 0 && begun >= maxConnections) throw new TargetError(asManyAsAllowed(begun));
  }

  /** What a session of `visitor` calls: it has begun, and it is over and written down. */
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
        this.#tellIdle();
      },
    };
  }

  /** As lists see it: nobody can join it. */
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

  /** One that the visitor may see. */
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

  #tellIdle(): void {
    if (this.#isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
