// A service in front of a gateway. It asks the gateway who the user is, and relays all other requests.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textAt } from '../../src/lib/json.ts';
import { parseYaml } from '../../src/wire/yaml.ts';

type Item = { id: string; name: string; team: string; content: string };

export type Beside = { base: string; items: Map<string, Item>; stop(): Promise<void> };

const ROOT = '/v1/webapi/';

/** Serves documents at `/v1/webapi/<path>` to users who may list, create, edit and remove the resource `acl`. */
export async function startBeside(gateway: string, path: string, acl: string): Promise<Beside> {
  const items = new Map<string, Item>();
  const verbs: Readonly<Record<string, string>> = { GET: 'list', POST: 'create', PUT: 'edit', DELETE: 'remove' };

  const serve = async (asked: IncomingMessage, answer: ServerResponse, id: string): Promise<void> => {
    const send = (status: number, body: unknown) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { method = 'GET' } = asked;
    if (!(await may(asked, verbs[method] ?? '')))
      return void send(403, { error: { message: `no right to ${method}` } });
    if (method === 'GET') return void send(200, [...items.values()]);
    if (method === 'DELETE') return void send(items.delete(id) ? 200 : 404, { message: 'ok' });
    const content = textAt(JSON.parse(await textOf(asked)), 'content');
    const parsed = parseYaml(content);
    const document = parsed.ok ? parsed.value : undefined;
    const name = textAt(document, 'metadata', 'name');
    const item = { id: name, name, team: textAt(document, 'spec', 'team'), content };
    items.set(name, item);
    send(200, item);
  };

  const may = async ({ headers }: IncomingMessage, verb: string): Promise<boolean> => {
    const context = await fetch(`${gateway}${ROOT}sites/-current-/context`, {
      headers: { cookie: headers.cookie ?? '', authorization: headers.authorization ?? '' },
    });
    const { userAcl = {} } = (await context.json()) as { userAcl?: Record<string, Record<string, boolean>> };
    return userAcl[acl]?.[verb] === true;
  };

  const server = createServer((asked, answer) => {
    const [pathname = ''] = (asked.url ?? '').split('?');
    const [here, id = ''] = pathname.slice(ROOT.length).split('/');
    if (pathname.startsWith(ROOT) && here === path) void serve(asked, answer, decodeURIComponent(id));
    else passOn(gateway, asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://localhost:${(server.address() as AddressInfo).port}`,
    items,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(gateway: string, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, host: new URL(gateway).host };
  const onward = request(new URL(asked.url ?? '/', gateway), { method: asked.method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  return text;
}
