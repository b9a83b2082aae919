// Fields of the events of applications (http-resources §4.5).

type OfApp = { sid: string; user: string; app_name: string; app_public_addr: string; app_uri: string };

export type AppAuditEvents = {
  'app.session.start': OfApp & {
    'addr.remote': string;
    public_addr: string;
    namespace: 'default';
    server_id: string;
  };
  /** An extension: the number of requests in the event, and of those that the application refused. */
  'app.session.chunk': OfApp & { session_chunk_id: string; requests: number; requests_failed: number };
  'app.session.end': OfApp;
};
