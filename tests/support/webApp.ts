// A small real web application: echo of requests, cookies, redirects, events, uploads, downloads, websockets.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export type WebApp = {
  port: number;
  /** Received requests, as `GET /path`. */
  asked: string[];
  /** Number of open requests and websockets. */
  open: () => number;
  /** Number of open TCP connections. */
  connections: () => Promise<number>;
  stop(): Promise<void>;
};

export type Echo = { method: string; url: string; headers: Record<string, string | string[]>; body: string };

const PIECE = Buffer.alloc(64 * 1024, 'x');

const PAGE = `<!doctype html><title>Test application</title><h1>Test application</h1><p id="said">waiting</p>
<script>
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket');
  socket.onopen = () => socket.send('hello');
  socket.onmessage = ({ data }) => (said.textContent = 'socket said ' + data);
  socket.onclose = () => (said.textContent = 'socket closed');
</script>`;

export async function startWebApp(): Promise<WebApp> {
  const asked: string[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    open += 1;
    response.once('close', () => (open -= 1));
    answer(request, response);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    asked.push(`SOCKET ${request.url}`);
    open += 1;
    socket.once('close', () => (open -= 1));
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    open: () => open,
    connections: () =>
      new Promise((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n)))),
    async stop() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app');
  switch (pathname) {
    case '/echo':
      return echo(request, response);
    case '/headers':
      for (const [name, value] of searchParams) response.appendHeader(name, value);
      return void response.end('headers');
    case '/long-headers':
      for (let i = Number(searchParams.get('count')); i > 0; i--)
        response.setHeader(`x-long-${i}`, 'x'.repeat(Number(searchParams.get('chars'))));
      return void response.end('long headers');
    case '/redirect':
      return void response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end();
    case '/events':
      return events(request, response);
    case '/upload':
      return upload(request, response);
    case '/download':
      return download(response, Number(searchParams.get('bytes') ?? 0));
    case '/odd-status':
      return void request.socket.write('HTTP/1.1 600 Odd\r\nContent-Length: 1000000\r\n\r\nthe beginning');
    case '/odd-information':
      return void request.socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(2000));
    case '/odd-upgrade':
      return void request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    case '/never':
      return;
    case '/break':
      return void response.writeHead(200, { 'content-length': 100 }).write('part', () => response.destroy());
    case '/':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    default:
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page\n');
  }
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
  });
}

function events(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let n = 0;
  const timer = setInterval(() => response.write(`data: ${(n += 1)}\n\n`), 50);
  request.once('close', () => clearInterval(timer));
}

function upload(request: IncomingMessage, response: ServerResponse): void {
  const hash = createHash('sha256');
  let bytes = 0;
  request.on('data', (piece: Buffer) => {
    hash.update(piece);
    bytes += piece.length;
  });
  request.on('end', () => void response.end(JSON.stringify({ bytes, sha256: hash.digest('hex') })));
}

function download(response: ServerResponse, bytes: number): void {
  let left = bytes;
  response.writeHead(200, { 'content-length': bytes, 'content-type': 'application/octet-stream' });
  const more = () => {
    while (left > 0 && !response.destroyed) {
      const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
      left -= piece.length;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
