// All database sessions of this gateway.
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { PROTOCOLS_WITHOUT_NAMES } from '../../src/wire/diagnostics.ts';
import type { AccessWatch, DatabaseTarget } from '../identity/AccessWatch.ts';
import type { Entry } from '../inventory/entry.ts';
import { lockText } from '../locks/lock.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { toParticipantInfo } from '../terminal/participantInfo.ts';
import type { Visitor } from '../terminal/shellRequest.ts';
import { SocketSessions, type SocketSessionParts, type SocketVisit } from '../terminal/SocketSessions.ts';
import { TargetError } from '../terminal/target.ts';
import { toDatabaseTarget } from './DatabaseTarget.ts';
import { QueryClient } from './QueryClient.ts';
import type { QueryParams } from './queryParams.ts';
import { QuerySession, type QuerySessionParts } from './QuerySession.ts';
import { toDatabase, type QuerySubject } from './querySubject.ts';

export type QueryParts = Omit<QuerySessionParts, 'begun' | 'ended'> &
  SocketSessionParts & { watch: AccessWatch; dialer: Pick<Dialer, 'dial'> };

/** Limits of open sessions: each has up to 17 MB of rows in transit. */
const OF_USER_MAX = 20;
const OF_ALL_MAX = 200;

export class QuerySessions extends SocketSessions<QueryClient, QuerySession, DatabaseTarget> {
  #parts: QueryParts;

  constructor(parts: QueryParts) {
    super(parts, {
      resource: 'db',
      noun: 'database',
      ofUserMax: OF_USER_MAX,
      ofAllMax: OF_ALL_MAX,
      targetOf,
      nameOf: ({ database }) => database.name,
      refusal: (holder, target) => parts.watch.databaseRefusal(holder, target),
      toLive: ({ dbUser, database }) => ({
        kind: 'db',
        login: dbUser,
        serverId: database.uri,
        serverHostname: database.name,
      }),
    });
    this.#parts = parts;
  }

  /** Refusals are sent through the socket (streams §1.3, §11.1). */
  begin(socket: WebSocket, visit: SocketVisit<QueryParams>): void {
    const client = new QueryClient(socket, toParticipantInfo(visit.visitor, this.#parts.rules()));
    this.enter(client, visit, (entry, params) => this.#begin(client, visit, entry, params));
  }

  async #begin(
    client: QueryClient,
    { visitor, noteActivity }: SocketVisit<QueryParams>,
    entry: Entry,
    params: QueryParams,
  ): Promise<void> {
    const { dialer, hostId, rules } = this.#parts;
    const { access } = visitor.caller;
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
    const target = () => toDatabaseTarget(entry, params.user, params.database, dialer);
    const session: QuerySession = new QuerySession(
      { client, subject, target, noteActivity },
      { ...this.#parts, ...this.lifeOf(visitor, () => session) },
    );
    await this.open(client, session, {
      grant: () => this.#grant(visitor, subject),
      asksKey: () => access.requiresSessionMfa('db', entry.labels, principalsOf(targetOf(subject))),
    });
  }

  /** Throws a TargetError if the visitor may not open the database as that user. */
  #grant(visitor: Visitor, subject: QuerySubject): void {
    const { access } = visitor.caller;
    const { database, dbUser, dbName, owner } = subject;
    const lock = this.#parts.watch.lockOf(owner, {});
    if (lock) throw new TargetError(lockText(lock));
    if (!access.resource('db', database.labels, { dbUser }).ok)
      throw new TargetError(`Your roles do not allow the user ${dbUser} on ${database.name}. Select another user.`);
    if (!access.resource('db', database.labels, principalsOf(targetOf(subject))).ok)
      throw new TargetError(
        `Your roles do not allow the database ${dbName} as ${dbUser} on ${database.name}. Select another database.`,
      );
    this.requireRoom(visitor);
  }
}

/**
 * If connections name no database, a user cannot be restricted to one: like in a cluster, roles check only the user.
 */
const targetOf = ({ database, dbUser, dbName, readOnly }: QuerySubject): DatabaseTarget => ({
  database,
  dbUser,
  ...(!PROTOCOLS_WITHOUT_NAMES.includes(database.protocol) && { dbName }),
  readOnly,
});

const principalsOf = ({ dbUser, dbName }: DatabaseTarget) => ({ dbUser, ...(dbName !== undefined && { dbName }) });
