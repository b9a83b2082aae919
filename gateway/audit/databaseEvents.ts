// Fields of the events of database sessions, as database services of the reference send them.

import type { MergedCount } from './UserRefusals.ts';

export type InDatabase = {
  sid: string;
  user: string;
  namespace: 'default';
  /** The agent that serves it. */
  server_id: string;
  db_service: string;
  db_protocol: string;
  db_uri: string;
  /** '' if the session began without one. */
  db_name: string;
  db_user: string;
  db_labels: Readonly<Record<string, string>>;
};

/** Position in the recording. */
type Placed = { ei: number };
type Failed = { success: false; error: string; message: string };

export type DatabaseAuditEvents = {
  'db.session.start':
    | (InDatabase & Placed & { code: 'TDB00I'; success: true; 'addr.remote': string })
    | (InDatabase & Placed & Failed & MergedCount & { code: 'TDB00W'; 'addr.remote': string });
  /** `db_query`: the start of the query. */
  'db.session.query': InDatabase & Placed & { success: true; db_query: string };
  /** The gateway did not send it to the database. */
  'db.session.query.failed': InDatabase & Placed & Failed & MergedCount & { db_query: string };
  'db.session.end': InDatabase &
    Placed & {
      proto: 'db';
      interactive: true;
      session_recording: 'node' | 'off';
      session_start: string;
      session_stop: string;
      participants: readonly string[];
      /** An extension: why the recording ends before the session, or why the session was interrupted. */
      recording_error?: string;
      interrupted?: string;
    };
};
