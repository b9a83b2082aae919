import { textAt, textMapAt, type JsonObject } from '../../src/lib/json.ts';
import type { DatabaseAuditEvents, InDatabase } from '../audit/databaseEvents.ts';
import type { Entry } from '../inventory/entry.ts';
import type { ParticipantInfo } from '../terminal/Participant.ts';

/** The fixed properties of a session. */
export type QuerySubject = {
  id: string;
  owner: ParticipantInfo;
  database: {
    name: string;
    uri: string;
    protocol: string;
    labels: Readonly<Record<string, string>>;
    /** The agent that serves it. */
    hostId: string;
  };
  dbUser: string;
  /** '': none was requested. */
  dbName: string;
  /** The session cannot write. */
  readOnly: boolean;
  /** Whether it is recorded. `recordStrictly`: it must not continue without a recording. */
  recorded: boolean;
  recordStrictly: boolean;
};

export const toDatabase = (
  { document: { metadata, spec }, labels }: Entry,
  hostId: string,
): QuerySubject['database'] => ({
  name: metadata.name,
  uri: textAt(spec, 'uri'),
  protocol: textAt(spec, 'protocol'),
  labels,
  hostId,
});

/** The session in its events. */
export const inDatabase = ({ id, owner, database, dbUser, dbName }: QuerySubject): InDatabase => ({
  sid: id,
  user: owner.user,
  namespace: 'default',
  server_id: database.hostId,
  db_service: database.name,
  db_protocol: database.protocol,
  db_uri: database.uri,
  db_name: dbName,
  db_user: dbUser,
  db_labels: database.labels,
});

export type QueryEnd = DatabaseAuditEvents['db.session.end'];

/** The end of a session can be derived from its start, even after the process with more details has ended. */
export function toQueryEnd(start: Readonly<JsonObject>, ei: number, stop: Date, recorded: boolean): QueryEnd {
  return {
    sid: textAt(start, 'sid'),
    ei,
    user: textAt(start, 'user'),
    namespace: 'default',
    server_id: textAt(start, 'server_id'),
    db_service: textAt(start, 'db_service'),
    db_protocol: textAt(start, 'db_protocol'),
    db_uri: textAt(start, 'db_uri'),
    db_name: textAt(start, 'db_name'),
    db_user: textAt(start, 'db_user'),
    db_labels: textMapAt(start, 'db_labels'),
    proto: 'db',
    interactive: true,
    session_recording: recorded ? 'node' : 'off',
    session_start: textAt(start, 'time'),
    session_stop: stop.toISOString(),
    participants: [textAt(start, 'user')],
  };
}
