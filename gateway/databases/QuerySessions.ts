// All sessions on databases that run here: opening them, and what ends them from outside.
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { SessionConfig } from '../config/settings.ts';
import type { AccessWatch, DatabasePlace } from '../identity/AccessWatch.ts';
import type { Credentials } from '../identity/credentials.ts';
import { isOf, type Ended, type SignIn } from '../identity/webSessions.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import { lockText } from '../locks/lock.ts';
import type { LiveSessions } from '../sessions/liveSessions.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { proveByKey } from '../terminal/keyProof.ts';
import { toParticipantInfo } from '../terminal/participantInfo.ts';
import type { Visitor } from '../terminal/shellRequest.ts';
import { TargetError } from '../terminal/target.ts';
import { toDatabaseTarget } from './DatabaseTarget.ts';
import { toLiveQuery } from './liveQuery.ts';
import { QueryClient } from './QueryClient.ts';
import type { QueryParams } from './queryParams.ts';
import { QuerySession, type QuerySessionParts } from './QuerySession.ts';
import { toDatabase, type QuerySubject } from './querySubject.ts';

export type QueryParts = Omit<QuerySessionParts, 'begun' | 'ended'> & {
  inventory: Pick<InventoryStore, 'find'>;
  liveSessions: LiveSessions;
  credentials: Pick<Credentials, 'keyQuestion'>;
  watch: AccessWatch;
  rules: () => SessionConfig;
  /** Sessions that somebody has open, of all kinds. */
  begunBy: (user: string) => number;
  /** Id of the gateway as an agent. */
  hostId: string;
  dialer: Pick<Dialer, 'dial'>;
};

/** Somebody opens the socket of a database. */
export type QueryVisit = {
  visitor: Visitor;
  /** Of the resource. */
  name: string;
  params: QueryParams | { problem: string };
  /** The user did something: the sign-in is in use. */
  noteActivity: () => void;
};

const STOPPING = 'The gateway is stopping. Connect again when it has started.';
const WENT_WRONG = 'The database could not be opened. See the gateway’s log for the reason.';
const NAME_MAX_CHARS = 100;
/** At once: each has up to 17 MB of rows on their way. */
const OF_USER_MAX = 20;
const OF_ALL_MAX = 200;

export class QuerySessions {
  #parts: QueryParts;
  #sessions = new Map<string, QuerySession>();
  /** Those whose connection is on its way. */
  #opening = new Map<QueryClient, DatabasePlace>();
  #idle: (() => void)[] = [];
  #stopping = false;

  constructor(parts: QueryParts) {
    this.#parts = parts;
  }

  /** Whatever is refused is said in the socket (streams §1.3, §11.1). */
  begin(socket: WebSocket, { visitor, name, params, noteActivity }: QueryVisit): void {
    const client = new QueryClient(socket, toParticipantInfo(visitor, this.#parts.rules()));
    const entry = this.#find(name, visitor);
    if (this.#stopping) client.dismiss(STOPPING);
    else if ('problem' in params) client.dismiss(params.problem);
    else if (!entry)
      client.dismiss(`There is no database "${name.slice(0, NAME_MAX_CHARS)}". Select one in the list of databases.`);
    else void this.#begin(client, visitor, entry, params, noteActivity);
  }

  /** The sign-ins that sessions are open for. */
  signIns(): SignIn[] {
    return this.#infos;
  }

  endSignIn(ended: Ended): void {
    for (const client of [...this.#opening.keys()]) {
      if (!isOf(ended, client.info)) continue;
      if (ended.reason === undefined) client.drop();
      else client.dismiss(ended.reason);
    }
    for (const session of [...this.#sessions.values()])
      if (isOf(ended, session.subject.owner)) session.end(ended.reason);
  }

  /** Asks of everybody who has a database open whether they may still; after a change of users, roles or locks. */
  endRevoked(): void {
    const { watch } = this.#parts;
    for (const [client, place] of [...this.#opening]) {
      const text = watch.databaseRefusal(client.info, place);
      if (text !== undefined) client.dismiss(text);
    }
    for (const session of [...this.#sessions.values()]) {
      const { subject, log } = session;
      const text = watch.databaseRefusal(subject.owner, placeOf(subject));
      if (text === undefined) continue;
      log.disconnected(text);
      session.end(text);
    }
  }

  /** Ends everything; resolves when all of it has been written down. */
  async close(): Promise<void> {
    this.#stopping = true;
    for (const client of [...this.#opening.keys()]) client.dismiss(STOPPING);
    for (const session of [...this.#sessions.values()]) session.end(STOPPING);
    if (!this.#isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Databases that somebody has opened and that are still there. */
  begunBy(user: string): number {
    return this.#infos.filter((info) => info.user === user).length;
  }

  async #begin(
    client: QueryClient,
    visitor: Visitor,
    entry: Entry,
    params: QueryParams,
    noteActivity: () => void,
  ): Promise<void> {
    const { credentials, dialer, hostId, rules, watch } = this.#parts;
    const { access, user } = visitor.caller;
    const { dbReadOnly, recordOthers } = access.options();
    const subject: QuerySubject = {
      id: randomUUID(),
      owner: client.info,
      database: toDatabase(entry, hostId),
      dbUser: params.user,
      dbName: params.database,
      readOnly: dbReadOnly,
      recorded: rules().recorded,
      recordStrictly: recordOthers === 'strict',
    };
    const place = placeOf(subject);
    const target = () => toDatabaseTarget(entry, params.user, params.database, dialer);
    const session = new QuerySession(
      { client, subject, target, noteActivity },
      { ...this.#parts, begun: () => this.#add(session, user.roles), ended: () => this.#forget(session) },
    );
    try {
      this.#grant(visitor, subject);
      this.#opening.set(client, place);
      if (access.requiresSessionMfa('db', entry.labels, principalsOf(place))) await proveByKey(credentials, client);
      subject.owner = client.info;
      // Roles and locks may have changed since, and the key that was used may be a locked one.
      const refused = watch.databaseRefusal(client.info, place);
      if (refused !== undefined) throw new TargetError(refused);
      await session.open();
    } catch (error) {
      this.#parts.report(error);
      const text = error instanceof TargetError ? error.message : WENT_WRONG;
      if (!client.hasLeft) session.log.refused(text);
      client.dismiss(text);
      await session.abandon();
    } finally {
      this.#opening.delete(client);
      this.#tellIdle();
    }
  }

  /** Throws a TargetError for whoever may not open the database as that user. */
  #grant({ caller: { access, user } }: Visitor, subject: QuerySubject): void {
    const { watch, begunBy } = this.#parts;
    const { database, dbUser, dbName, owner } = subject;
    const lock = watch.lockOf(owner, {});
    if (lock) throw new TargetError(lockText(lock));
    const { dbName: judgedName } = placeOf(subject);
    if (!access.resource('db', database.labels, { dbUser }).ok)
      throw new TargetError(`Your roles do not allow the user ${dbUser} on ${database.name}. Select another user.`);
    if (!access.resource('db', database.labels, principalsOf(placeOf(subject))).ok)
      throw new TargetError(
        `Your roles do not allow the database ${judgedName ?? dbName} as ${dbUser} on ${database.name}. Select another database.`,
      );
    const own = this.begunBy(user.name);
    if (own >= OF_USER_MAX)
      throw new TargetError(`You have ${own} databases open, which is the most. Close one first.`);
    if (this.#infos.length >= OF_ALL_MAX)
      throw new TargetError('The gateway has as many databases open as it can. Try again later.');
    const { maxConnections } = access.options();
    const begun = begunBy(user.name);
    if (maxConnections > 0 && begun >= maxConnections)
      throw new TargetError(`You have ${begun} sessions open, and your roles do not allow more. Close one first.`);
  }

  /** One that the visitor may see. */
  #find(name: string, { caller }: Visitor): Entry | undefined {
    const { inventory, hostId } = this.#parts;
    const entry = inventory.find('db', keyOf({ kind: 'db', metadata: { name } }, hostId));
    return entry && caller.access.resource('db', entry.labels).ok ? entry : undefined;
  }

  #add(session: QuerySession, ownerRoles: readonly string[]): void {
    this.#sessions.set(session.subject.id, session);
    this.#parts.liveSessions.add(toLiveQuery(session, ownerRoles));
  }

  #forget(session: QuerySession): void {
    this.#sessions.delete(session.subject.id);
    this.#parts.liveSessions.remove(session.subject.id);
    this.#tellIdle();
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

/** MySQL has no databases that a user could be kept to: roles judge the user alone there, as those of a cluster do. */
const placeOf = ({ database, dbUser, dbName, readOnly }: QuerySubject): DatabasePlace => ({
  database,
  dbUser,
  ...(database.protocol !== 'mysql' && { dbName }),
  readOnly,
});

const principalsOf = ({ dbUser, dbName }: DatabasePlace) => ({ dbUser, ...(dbName !== undefined && { dbName }) });
