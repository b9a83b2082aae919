// The proxy of a 13.1 cluster, with the differences from our gateway that recorded answers do not show
// (cluster-behaviour.md). It is its own process because one of the differences is a crash. Arguments: port, and
// `proxy` if its connections begin with a line of the PROXY protocol.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';

const [port, readsProxy] = [Number(process.argv[2]), process.argv[3] === 'proxy'];
const COOKIE = 'stand-in-session';
const [BURST, PER_MINUTE] = [20, 10];

/** Current roles of the only user. A session keeps the roles of its sign-in. */
let roles = ['editor'];
/** @type {Map<string, { roles: string[] }>} */
const sessions = new Map();
let certificates = 0;
/** Nodes on which a command runs. @type {Set<string>} */
const running = new Set();
/** Tokens of the sign-in limit by TCP peer. @type {Map<string, { tokens: number, atMs: number }>} */
const buckets = new Map();

/** @param {string} peer */
function isLimited(peer) {
  const now = performance.now();
  const { tokens, atMs } = buckets.get(peer) ?? { tokens: BURST, atMs: now };
  const refilled = Math.min(BURST, tokens + ((now - atMs) / 60_000) * PER_MINUTE);
  buckets.set(peer, { tokens: Math.max(0, refilled - 1), atMs: now });
  return refilled < 1;
}

/** @param {import('node:http').IncomingMessage} request */
const sessionOf = ({ headers }) => sessions.get(/stand-in-session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '');

/** @param {{ roles: string[] }} session */
function issue(session) {
  const id = randomBytes(16).toString('hex');
  sessions.set(id, session);
  certificates += 1;
  return id;
}

const answerOf = () => ({ type: 'Bearer', token: randomBytes(8).toString('hex'), expires_in: 600 });

/** @type {Record<string, (request: import('node:http').IncomingMessage) => unknown>} */
const calls = {
  'GET /v1/webapi/ping': () => ({ server_version: '13.1.3', auth: { webauthn: { rp_id: 'localhost' } } }),
  'GET /webapi/ping': () => ({ server_version: '13.1.3', auth: { webauthn: { rp_id: 'localhost' } } }),
  'POST /v1/webapi/sessions/web/renew': (request) => {
    const session = sessionOf(request);
    if (!session) throw new Error('403 need auth');
    issue(session);
    return answerOf();
  },
  'GET /v1/webapi/sites/main/context': (request) => {
    const session = sessionOf(request);
    if (!session) throw new Error('403 need auth');
    return { userName: 'ann', roles: session.roles };
  },
  'PUT /stand-in/roles': async (request) => {
    roles = JSON.parse(await text(request));
    return { roles };
  },
  'GET /stand-in/state': () => ({ running: [...running], certificates, peers: [...buckets.keys()] }),
};

/** @typedef {{ type: string, created_time: string, payload: string }} AssistMessage */
/** @type {Map<string, { title?: string, created_time: string, messages: AssistMessage[] }>} */
const conversations = new Map();
const stamp = () => new Date().toISOString().replace(/\.\d+/, '');

/** A refusal with a status. @param {number} status @param {string} message */
const refused = (status, message) => Object.assign(new Error(message), { status });

/**
 * The calls of Assist (http-resources §17). undefined: another path. @param {import('node:http').IncomingMessage}
 * request @param {string} path
 */
async function assistCall(request, path) {
  const [, rest] = /^\/v1\/webapi\/assistant\/(.*)$/.exec(path) ?? [];
  if (rest === undefined) return undefined;
  if (!sessionOf(request) || !request.headers.authorization) throw refused(403, 'need auth');
  const [, id, isTitle] = /^conversations\/([^/]+)(\/title)?$/.exec(rest) ?? [];
  const conversation = conversations.get(id ?? '');
  const call = `${request.method} ${id === undefined ? rest : `one${isTitle ?? ''}`}`;
  if (call === 'GET conversations')
    return { conversations: [...conversations].map(([key, { messages: _, ...head }]) => ({ id: key, ...head })) };
  if (call === 'POST conversations') {
    const created = randomUUID();
    conversations.set(created, { created_time: stamp(), messages: [] });
    return { id: created };
  }
  if (call === 'POST title/summary') throw refused(500, 'OpenAI API key is not set');
  if (call === 'GET one') return { messages: conversation?.messages ?? [] };
  if (!conversation) throw refused(404, `key ${id} is not found`);
  if (call === 'DELETE one') conversations.delete(id ?? '');
  if (call === 'POST one/title') conversation.title = JSON.parse(await text(request)).title;
  return { message: 'ok' };
}

const http = createServer(async (request, response) => {
  const path = (request.url ?? '').split('?', 1)[0];
  const send = (/** @type {number} */ status, /** @type {unknown} */ body, /** @type {object} */ headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  if (path === '/web/config.js') {
    response.setHeader('content-type', 'application/javascript');
    return response.end('var GRV_CONFIG = {"proxyCluster":"main"};');
  }
  if (path?.startsWith('/web')) {
    if (path === '/web' || path.startsWith('/web/')) {
      const bearer = sessionOf(request) ? Buffer.from(JSON.stringify(answerOf())).toString('base64') : '';
      const metas = { grv_csrf_token: randomBytes(32).toString('hex'), grv_bearer_token: bearer };
      return response.end(
        Object.entries(metas)
          .map(([name, content]) => `<meta name="${name}" content="${content}" />`)
          .join(''),
      );
    }
  }
  if (`${request.method} ${path}` === 'POST /v1/webapi/sessions/web') {
    if (isLimited(request.socket.remoteAddress ?? '')) return send(429, { error: { message: 'max rate reached' } });
    const { pass } = JSON.parse(await text(request));
    if (pass !== 'right') return send(403, { error: { message: 'access denied' } });
    return send(200, answerOf(), { 'set-cookie': `${COOKIE}=${issue({ roles })}; Path=/; HttpOnly` });
  }
  try {
    const answer = await assistCall(request, path ?? '');
    if (answer) return send(200, answer);
  } catch (error) {
    const { status, message } = /** @type {{ status: number, message: string }} */ (error);
    return send(status, { error: { message } });
  }
  const call = calls[`${request.method} ${path}`];
  if (!call) return send(404, { error: { message: `${path} not found` } });
  try {
    send(200, await call(request));
  } catch (error) {
    send(403, { error: { message: String(error) } });
  }
});

/** A frame of the command socket (streams §2). @param {string} type @param {string} payload */
function frame(type, payload) {
  const field = (/** @type {number} */ tag, /** @type {Buffer} */ bytes) => {
    const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
    return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
  };
  return Buffer.concat([
    field(0x0a, Buffer.from('1')),
    field(0x12, Buffer.from(type)),
    field(0x1a, Buffer.from(payload)),
  ]);
}

/** @type {Set<import('ws').WebSocket>} */
const writing = new Set();

/** Each node of a command writes independently. @param {import('ws').WebSocket} socket @param {Buffer} bytes */
async function write(socket, bytes) {
  if (writing.has(socket)) {
    process.stderr.write('panic: concurrent write to websocket connection\n');
    process.exit(2);
  }
  writing.add(socket);
  await new Promise(setImmediate);
  if (socket.readyState === socket.OPEN) socket.send(bytes);
  writing.delete(socket);
}

/**
 * `sleep` continues after its socket closes. @param {import('ws').WebSocket} socket @param {string} id @param {string}
 * command
 */
async function run(socket, id, command) {
  const session = { id: `run-${id}`, server_id: id, login: 'root', cluster_name: 'main' };
  running.add(id);
  await write(socket, frame('s', JSON.stringify({ session })));
  if (command.startsWith('sleep')) return;
  const payload = Buffer.from(`${command} on ${id}\n`).toString('base64');
  await write(socket, frame('r', JSON.stringify({ node_id: id, type: 'stdout', payload })));
  running.delete(id);
  await write(socket, frame('c', ''));
}

/** One message after the other, without any extension (streams §7.2). @param {import('ws').WebSocket} socket @param {string | null} id */
function converse(socket, id) {
  const conversation = conversations.get(id ?? '');
  if (!conversation) return socket.close(1011, 'not found');
  const send = (/** @type {string} */ type, /** @type {string} */ payload, isStored = true) => {
    const message = { type, created_time: stamp(), payload };
    if (isStored) conversation.messages.push(message);
    socket.send(`${JSON.stringify(message)}\n`);
  };
  if (conversation.messages.length === 0) send('CHAT_MESSAGE_ASSISTANT', 'Hey, I can assist you.');
  socket.on('message', (data) => {
    const { payload } = JSON.parse(String(data));
    conversation.messages.push({ type: 'CHAT_MESSAGE_USER', created_time: stamp(), payload });
    if (payload.startsWith('uptime'))
      return send('COMMAND', JSON.stringify({ command: 'uptime', labels: [{ key: 'env', value: 'prod' }] }));
    for (const content of ['You wrote: ', payload])
      send('CHAT_PARTIAL_MESSAGE_ASSISTANT', JSON.stringify({ content, idx: conversation.messages.length }), false);
    send('CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE', JSON.stringify({ idx: conversation.messages.length }), false);
    const whole = `You wrote: ${payload}`;
    conversation.messages.push({ type: 'CHAT_MESSAGE_ASSISTANT', created_time: stamp(), payload: whole });
  });
}

const sockets = new WebSocketServer({
  server: http,
  verifyClient: ({ req }, done) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://x');
    const isAllowed = !pathname.endsWith('/assistant') || (sessionOf(req) && searchParams.has('access_token'));
    done(Boolean(isAllowed), 403);
  },
});
sockets.on('connection', async (socket, request) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  if (pathname === '/v1/webapi/sites/main/assistant') return converse(socket, searchParams.get('conversation_id'));
  const { command, query } = JSON.parse(new URL(request.url ?? '', 'http://x').searchParams.get('params') ?? '{}');
  const ids = [...String(query).matchAll(/== "([^"]+)"/g)].map(([, id = '']) => id);
  const begun = ids.map((id) => run(socket, id, command));
  await Promise.all(begun);
  if (!ids.some((id) => running.has(id))) socket.close();
});

const tcp = createTcpServer((socket) => {
  socket.on('error', () => socket.destroy());
  if (!readsProxy) return http.emit('connection', socket);
  socket.once('data', (bytes) => {
    const end = bytes.indexOf('\r\n');
    const [, source] = /^PROXY TCP[46] (\S+) \S+ \d+ \d+$/.exec(bytes.toString('latin1', 0, end)) ?? [];
    const isTest = /^\w+ \/stand-in\//.test(bytes.toString('latin1', 0, end));
    if (source === undefined && !isTest) return socket.destroy();
    if (source !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: source });
    http.emit('connection', socket);
    const rest = isTest ? bytes : bytes.subarray(end + 2);
    if (rest.length > 0) socket.unshift(rest);
  });
});
tcp.listen(port, '127.0.0.1', () => process.send?.('ready'));
