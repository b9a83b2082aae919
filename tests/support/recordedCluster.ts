// A cluster with the recorded answers for pages in a browser: the last success of each call. It accepts every sign-in.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { recordedGroup } from './recorded.ts';

const GROUPS = ['pages', 'session', 'lists', 'integrations', 'tokens', 'roles', 'users'];
const COOKIE = 'session';

export type RecordedCluster = {
  url: URL;
  /** Requests that write. */
  changes: { call: string; body: unknown }[];
  /** Sets the answer to this call for all further requests. */
  answer: (call: string, text: string) => void;
  stop: () => Promise<void>;
};

const filled = (text: string): string =>
  text.replaceAll(/<hex(\d+)>/g, (_, length: string) => '0123456789abcdef'.repeat(4).slice(0, Number(length)));

export async function startRecordedCluster(): Promise<RecordedCluster> {
  const answers = new Map(
    GROUPS.flatMap(recordedGroup)
      .filter(({ request, response }) => response.status === 200 && !request.path.includes('?'))
      .map(({ request, response: { body } }) => [
        `${request.method} ${request.path}`,
        filled(typeof body === 'string' ? body : JSON.stringify(body)),
      ]),
  );
  answers.set('GET /v1/webapi/ping', JSON.stringify({ server_version: '13.1.3', auth: {} }));
  const token = () => ({ type: 'Bearer', token: 'recorded', expires_in: 600, sessionExpires: '2099-01-01T00:00:00Z' });
  for (const call of ['POST /v1/webapi/sessions/web', 'POST /v1/webapi/sessions/web/renew'])
    answers.set(call, JSON.stringify(token()));
  const changes: RecordedCluster['changes'] = [];

  const pageOf = ({ headers }: IncomingMessage): string => {
    const bearer = headers.cookie?.includes(COOKIE) ? Buffer.from(JSON.stringify(token())).toString('base64') : '';
    const metas = { grv_csrf_token: '0'.repeat(64), grv_bearer_token: bearer };
    return Object.entries(metas)
      .map(([name, content]) => `<meta name="${name}" content="${content}" />`)
      .join('');
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const call = `${request.method} ${pathname}`;
    if (pathname === '/web/config.js') response.setHeader('content-type', 'application/javascript');
    else if (pathname === '/web' || pathname.startsWith('/web/')) return response.end(pageOf(request));
    else response.setHeader('content-type', 'application/json');
    if (request.method !== 'GET') changes.push({ call, body: await json(request).catch(() => undefined) });
    if (call === 'POST /v1/webapi/sessions/web')
      response.setHeader('set-cookie', `${COOKIE}=recorded; Path=/; HttpOnly`);
    const text = answers.get(call);
    response.statusCode = text === undefined ? 404 : 200;
    return response.end(text ?? JSON.stringify({ error: { message: `${pathname} not found` } }));
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    changes,
    answer: (call, text) => answers.set(call, text),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
