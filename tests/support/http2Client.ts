// One HTTP/2 connection, as a browser opens it.
import { once } from 'node:events';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';

export type Http2Call = {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
};

export type Http2Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };

export type Http2Client = {
  session: ClientHttp2Session;
  /** Rejects if the server resets the stream. */
  call(call: Http2Call): Promise<Http2Answer>;
  close(): void;
};

/** `base`: `https://localhost:1234`. Its certificate is not checked. */
export async function openHttp2(base: string): Promise<Http2Client> {
  const { port } = new URL(base);
  const session = connect(base, {
    host: '127.0.0.1',
    port: Number(port),
    rejectUnauthorized: false,
    maxHeaderListPairs: 2000, // as in browsers
    settings: { maxHeaderListSize: 256 * 1024 },
  });
  session.on('error', () => undefined); // the calls report it
  await once(session, 'connect');
  return { session, call: (call) => callOver(session, call), close: () => session.destroy() };
}

function callOver(
  session: ClientHttp2Session,
  { method = 'GET', path, headers, body }: Http2Call,
): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined });
    const chunks: Buffer[] = [];
    let answered: IncomingHttpHeaders = {};
    stream.on('response', (got) => (answered = got));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('close', () => {
      const bytes = Buffer.concat(chunks);
      const status = Number(answered[':status'] ?? 0);
      if (status === 0) reject(new Error(`the stream was closed with code ${stream.rstCode}`));
      else resolve({ status, headers: answered, bytes, text: bytes.toString('utf8') });
    });
    if (body !== undefined) stream.end(body);
  });
}
