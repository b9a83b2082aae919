// Open streams break off at once when a sign-in ends: transfers over SFTP and recordings, over both versions of HTTP.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { request as requestHttp1 } from 'node:https';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';

const LOGIN = userInfo().username;
const ID = '00000000-0000-4000-8000-000000000100';
const BIG = 300 * 1024 * 1024;

let sshd: Sshd;
let directory: string;
let gateway: InProcess;
let admin: ApiClient;
let bob: ApiClient;
let sid: string;

beforeAll(async () => {
  sshd = await startSshd();
  directory = mkdtempSync(join(tmpdir(), 'postern-streams-'));
  writeFileSync(join(directory, 'big'), '');
  truncateSync(join(directory, 'big'), BIG);
  const server = {
    ...({ kind: 'node', version: 'v2', sub_kind: 'openssh', metadata: { name: ID } } as const),
    spec: { hostname: 'far', addr: sshd.addr },
  };
  gateway = await startInProcess(
    { ssh: { identity_file: sshd.identity, known_hosts: sshd.knownHosts }, inventory: [server] },
    undefined,
    { tls: selfSigned() },
  );
  admin = await gateway.admin();
  await addRole(admin, 'reader', {
    allow: {
      logins: [LOGIN],
      node_labels: { '*': '*' },
      rules: [{ resources: ['session'], verbs: ['list', 'read'] }],
    },
  });
  sid = await recorded();
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await sshd.stop();
  rmSync(directory, { recursive: true });
});

let users = 0;
beforeEach(async () => {
  users += 1;
  bob = await gateway.user(admin, `bob-${users}`, ['reader']);
});

/** A recording larger than all buffers to a client that does not read. */
async function recorded(): Promise<string> {
  const id = randomUUID();
  const { recordings } = gateway.app.gateway;
  const writer = await recordings.begin(id, { pressure: () => undefined, failed: () => undefined });
  const line = Buffer.alloc(200, 0x78);
  for (let i = 0; i < 100_000; i += 1) writer.print(line, i);
  await writer.close();
  const event = { event: 'session.end', sid: id, user: 'admin', time: new Date(gateway.nowMs()).toISOString() };
  await recordings.finish(id, { event, bytes: 100_000 * line.length });
  return id;
}

type Open = {
  answer: Readable;
  /** Sends a part of the body. */
  send(bytes: Buffer): void;
  /** True if the answer came to its end. */
  over: Promise<boolean>;
};
type Sent = { method: string; path: string; length?: number };

const headersOf = ({ length }: Sent) => ({
  ...bob.signedIn,
  ...(length !== undefined && { 'content-length': String(length), 'content-type': 'application/octet-stream' }),
});

function overHttp1(sent: Sent): Promise<Open> {
  const { port } = new URL(gateway.base);
  const { method, path } = sent;
  const call = requestHttp1({
    ...{ host: '127.0.0.1', port, method, path, rejectUnauthorized: false },
    headers: { host: new URL(gateway.base).host, ...headersOf(sent) },
  });
  const send = (bytes: Buffer) => void call.write(bytes);
  return new Promise((resolve) => {
    const over = new Promise<boolean>((done) => {
      call.on('error', () => done(false));
      call.on('response', (response) => {
        response.on('error', () => undefined).on('close', () => done(response.complete && response.statusCode === 200));
        if (sent.length === undefined) resolve({ answer: response, send, over });
        else response.resume();
      });
    });
    if (sent.length === undefined) call.end();
    else resolve({ answer: call as unknown as Readable, send, over });
  });
}

async function overHttp2(sent: Sent): Promise<Open> {
  const session = connectHttp2(gateway.base, { rejectUnauthorized: false });
  const stream = session.request(
    { ':method': sent.method, ':path': sent.path, ...headersOf(sent) },
    { endStream: sent.length === undefined },
  );
  let status = 0;
  const over = new Promise<boolean>((done) => {
    stream.on('error', () => undefined);
    stream.on('close', () => {
      done(status === 200 && stream.rstCode === 0);
      session.destroy();
    });
  });
  const answered = new Promise<void>((resolve) =>
    stream.on('response', (headers) => {
      status = Number(headers[':status']);
      resolve();
    }),
  );
  if (sent.length === undefined) await answered;
  else stream.resume(); // an unread answer keeps the stream open
  return { answer: stream, send: (bytes) => void stream.write(bytes), over };
}

const scp = (location: string) =>
  `/v1/webapi/${SITE}/nodes/${ID}/${LOGIN}/scp?${new URLSearchParams({ location, filename: 'x' })}`;
const firstBytes = (answer: Readable) => new Promise((resolve) => answer.once('readable', resolve));

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
])('over %s', (_protocol, open) => {
  const end = async () => {
    const { status } = await admin.call('DELETE', `postern/users/bob-${users}/sessions/web`);
    expect(status).toBe(200);
  };

  test.each([
    ['a download over SFTP', () => scp(join(directory, 'big'))],
    ['the bytes of a recording', () => `/v1/webapi/${SITE}/sessions/${sid}/stream?offset=0&bytes=5242880`],
    ['the events of a recording', () => `/v1/webapi/${SITE}/sessions/${sid}/events`],
  ])('%s is interrupted', async (_what, path) => {
    const call = await open({ method: 'GET', path: path() });
    await firstBytes(call.answer);
    await end();
    call.answer.resume();
    expect(await call.over).toBe(false);
    expect(gateway.app.gateway.openCalls.signIns()).toEqual([]);
  });

  test('an upload over SFTP is interrupted and leaves no file', async () => {
    const target = join(directory, `up-${users}`);
    const call = await open({ method: 'POST', path: scp(target), length: 1_000_000 });
    call.send(Buffer.alloc(100_000));
    await expect.poll(() => readdirSync(directory).some((name) => name.endsWith('.part'))).toBe(true);
    await end();
    expect(await call.over).toBe(false);
    await expect.poll(() => readdirSync(directory).filter((name) => name !== 'big')).toEqual([]);
    expect(existsSync(target)).toBe(false);
  });
});
