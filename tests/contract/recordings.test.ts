// The recording and the events of a session (streams §4, http-resources §10).
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import { WebClient } from '../support/webClient.ts';

const SITE = '/sites/-current-';

let gateway: TerminalGateway;
let admin: WebClient;
beforeAll(async () => {
  gateway = await startTerminalGateway();
  admin = gateway.admin;
}, 240_000);
afterAll(() => gateway.stop());

async function openShell(client = admin, params: object = gateway.shell) {
  const terminal = client.terminal(params);
  const { id } = await terminal.session();
  return { terminal, sid: String(id) };
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever came
type Event = any;
async function eventsOf(sid: string, client = admin): Promise<Event[]> {
  const answer = await vi.waitFor(() => client.expect('GET', `${SITE}/sessions/${sid}/events`), 10_000);
  return answer.events;
}

/** The whole stream, read in chunks like a player does. */
async function streamOf(sid: string, client = admin): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let offset = 0; ;) {
    const answer = await client.get(`${SITE}/sessions/${sid}/stream?offset=${offset}`);
    expect(answer.status).toBe(200);
    const piece = Buffer.from(await answer.arrayBuffer());
    if (piece.length === 0) return Buffer.concat(pieces);
    pieces.push(piece);
    offset += piece.length;
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Collects the shell's output from now on. */
function collect(terminal: TerminalClient): Buffer[] {
  const pieces: Buffer[] = [];
  terminal.onOutput = (bytes) => void pieces.push(Buffer.from(bytes));
  return pieces;
}

test('a million lines arrive completely, and are recorded completely', async () => {
  const numbers = Buffer.from(Array.from({ length: 1_000_000 }, (_, i) => `${i + 1}\r\n`).join(''));
  const { terminal, sid } = await openShell();
  terminal.type('stty -echo; unset PROMPT_COMMAND; PS1=; echo be""gin\r');
  await terminal.sees('begin\r\n');
  const pieces = collect(terminal);
  terminal.type('seq 1 1000000; exit\r');
  expect(await terminal.closed).toBe(1000);

  const shown = Buffer.concat(pieces);
  const start = shown.indexOf('1\r\n2\r\n3\r\n');
  expect(sha256(shown.subarray(start, start + numbers.length))).toBe(sha256(numbers));

  const events = await eventsOf(sid);
  const recording = await streamOf(sid);
  const from = recording.indexOf('1\r\n2\r\n3\r\n');
  expect(sha256(recording.subarray(from, from + numbers.length))).toBe(sha256(numbers));
  expect(sum(events)).toBe(recording.length);
});

const printsOf = (events: Event[]) => events.filter(({ event }) => event === 'print');
const sum = (events: Event[]) => printsOf(events).reduce((total: number, { bytes }) => total + Number(bytes), 0);

describe('a client that stops reading', () => {
  const MEGABYTES = 40;

  test('pauses the shell, uses no memory of the gateway, and loses no output', async () => {
    const { terminal } = await openShell();
    const progress = join(gateway.dataDir, 'progress');
    terminal.type('stty -echo; PS1=; echo be""gin\r');
    await terminal.sees('begin\r\n');
    const before = residentMb(gateway.process.pid!);
    let received = 0;
    terminal.onOutput = (bytes) => (received += bytes.length);
    terminal.pause();
    terminal.type(
      `for i in $(seq ${MEGABYTES}); do head -c 1000000 /dev/zero | tr '\\0' x; echo $i > ${progress}; done; exit\r`,
    );
    const stoppedAt = await settled(() => Number(readFileSync(progress, 'utf8')));
    expect(stoppedAt).toBeLessThan(MEGABYTES / 2); // the capacity of the sockets in between
    expect(residentMb(gateway.process.pid!) - before).toBeLessThan(40);

    const other = await openShell(); // other clients are not affected
    other.terminal.type('echo no""body\r');
    await other.terminal.sees('nobody\r\n');

    terminal.resume();
    expect(await terminal.closed).toBe(1000);
    expect(received).toBeGreaterThanOrEqual(MEGABYTES * 1_000_000);
  });

  /** The value after it has not changed for a second. */
  async function settled(read: () => number): Promise<number> {
    let value = Number.NaN;
    let sinceMs = Date.now();
    await expect
      .poll(
        () => {
          const now = attempt(read);
          if (now !== value) [value, sinceMs] = [now, Date.now()];
          return !Number.isNaN(value) && Date.now() - sinceMs > 1000;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    return value;
  }

  function attempt(read: () => number): number {
    try {
      return read();
    } catch {
      return Number.NaN;
    }
  }
});

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

describe('a recording', () => {
  let sid: string;
  beforeAll(async () => {
    const { terminal, sid: id } = await openShell();
    sid = id;
    terminal.resize(100, 30);
    terminal.type("printf 'a\\377b'; echo do''ne\r");
    await terminal.sees('done\r\n');
    terminal.resize(90, 28);
    terminal.type('exit\r');
    await terminal.closed;
    await eventsOf(sid);
  });

  test('has numbered events in order with sizes and times', async () => {
    const events = await eventsOf(sid);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, i) => i));
    expect(events[0]).toMatchObject({ event: 'session.start', size: '80:25', login: LOGIN, user: 'admin' });
    expect(events.filter(({ event }) => event === 'resize').map(({ size }) => size)).toEqual([
      '80:24',
      '100:30',
      '90:28',
    ]);
    const prints = printsOf(events);
    expect(prints[0]).toMatchObject({ ms: 0, offset: 0, ci: 0 });
    const keys = ['bytes', 'ci', 'cluster_name', 'ei', 'event', 'id', 'ms', 'offset', 'time'];
    let offset = 0;
    for (const [i, print] of prints.entries()) {
      expect(Object.keys(print).sort()).toEqual(keys);
      expect(print).toMatchObject({ ci: i, offset });
      expect(Date.parse(print.time) - Date.parse(prints[0].time)).toBe(print.ms);
      offset += Number(print.bytes);
    }
    expect(events.find(({ event }) => event === 'session.end')).toMatchObject({
      code: 'T2004I',
      interactive: true,
      enhanced_recording: false,
      participants: ['admin'],
      session_recording: 'node',
      server_id: gateway.nodeId,
      server_hostname: 'node-1',
    });
  });

  test('has the bytes that the shell printed', async () => {
    const stream = await streamOf(sid);
    expect(stream.includes(Buffer.from('a\xffb', 'latin1'))).toBe(true);
    expect(sum(await eventsOf(sid))).toBe(stream.length);
  });

  test('can be read in pieces', async () => {
    const stream = await streamOf(sid);
    const piece = async (query: string) => {
      const answer = await admin.get(`${SITE}/sessions/${sid}/stream${query}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
      return Buffer.from(await answer.arrayBuffer());
    };
    expect(await piece('?offset=7&bytes=11')).toEqual(stream.subarray(7, 18));
    expect(await piece(`?offset=${stream.length + 1}&bytes=5`)).toHaveLength(0);
    for (const query of ['', '?offset=-3', '?offset=abc&bytes=xyz', '?bytes=0', '?bytes=99999999'])
      expect(await piece(query)).toEqual(stream);
    const { events } = await admin.expect('GET', `${SITE}/sessions/${sid}/events?after=2`);
    expect(events[0].id).toBe(2);
    for (const [after, first] of [
      ['-1', 0],
      ['x', 0],
      ['999999', undefined],
    ])
      expect((await admin.expect('GET', `${SITE}/sessions/${sid}/events?after=${after}`)).events[0]?.id).toBe(first);
  });

  test('is compressed for clients that accept it', async () => {
    const get = (encoding: string) =>
      new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
        const url = `${gateway.base}/v1/webapi${SITE}/sessions/${sid}/stream`;
        const headers = {
          cookie: admin.cookie,
          authorization: `Bearer ${admin.bearer}`,
          'accept-encoding': encoding,
        };
        request(url, { headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(parts) }));
        })
          .on('error', reject)
          .end();
      });
    const packed = await get('deflate, gzip;q=0.8');
    expect(packed.encoding).toBe('gzip');
    const plain = await get('gzip;q=0');
    expect(plain.encoding).toBeUndefined();
    expect(gunzipSync(packed.body)).toEqual(plain.body);
  });

  test('that is unknown is refused as in the reference for each endpoint', async () => {
    const unknown = randomUUID();
    const answers = await Promise.all(
      [`${unknown}/events`, `${unknown}/stream`, 'abc/events', 'abc/stream'].map(async (path) => {
        const answer = await admin.get(`${SITE}/sessions/${path}`);
        return [answer.status, answer.headers.get('content-type'), await answer.text()];
      }),
    );
    const json = (message: string) => JSON.stringify({ error: { message } }, null, 4);
    expect(answers).toEqual([
      [404, 'application/json', json(`unable to find events for session "${unknown}"`)],
      [404, 'text/plain; charset=utf-8', expect.stringMatching(/\n$/)],
      [400, 'application/json', json('invalid session ID "abc"')],
      [400, 'text/plain; charset=utf-8', 'abc not a valid UUID\n'],
    ]);
  });

  test('does not exist while the session is running', async () => {
    const running = await openShell();
    await running.terminal.until(() => running.terminal.of('r').length > 0, 'a prompt');
    expect((await admin.get(`${SITE}/sessions/${running.sid}/events`)).status).toBe(404);
    expect((await admin.get(`${SITE}/sessions/${running.sid}/stream`)).status).toBe(404);
  });

  test('is readable only with a rule that allows it', async () => {
    const own = {
      resources: ['session'],
      verbs: ['list', 'read'],
      where: 'contains(session.participants, user.metadata.name)',
    };
    await admin.addRole('own', { allow: { logins: [LOGIN], node_labels: { '*': '*' }, rules: [own] } });
    await admin.addRole('nothing', { allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
    const nobody = await admin.invite('nobody', ['nothing']);
    const somebody = await admin.invite('somebody', ['own']);
    const { terminal, sid: theirs } = await openShell(somebody);
    await terminal.until(() => terminal.of('r').length > 0, 'a prompt');
    terminal.type('exit\r');
    await terminal.closed;
    expect((await eventsOf(theirs, somebody)).at(0)).toMatchObject({ user: 'somebody' });
    for (const client of [somebody, nobody]) {
      const refused = await client.get(`${SITE}/sessions/${sid}/events`);
      expect([refused.status, (await refused.json()).error.message]).toEqual([
        403,
        'access denied to perform action "read" on "session"',
      ]);
      expect((await client.get(`${SITE}/sessions/${sid}/stream`)).status).toBe(403);
    }
    const found = async (client: WebClient) =>
      (await client.expect('GET', `${SITE}/events/search/sessions`)).events.map((event: Event) => event.sid);
    expect(await found(somebody)).toEqual([theirs]);
    expect(await found(admin)).toEqual(expect.arrayContaining([sid, theirs]));
    expect((await nobody.get(`${SITE}/events/search/sessions`)).status).toBe(403);
  });

  test('is in the audit log with its session, without output and sizes', async () => {
    await eventsOf(sid);
    const { events } = await admin.expect('GET', `${SITE}/events/search?limit=5000`);
    const mine = events.filter((event: Event) => event.sid === sid).map(({ event }: Event) => event);
    expect(new Set(mine)).toEqual(
      new Set([
        'session.start',
        'session.leave',
        'session.data',
        'session.end',
        'session.upload',
        'session.recording.access',
      ]),
    );
    const data = events.find((event: Event) => event.sid === sid && event.event === 'session.data');
    expect(data).toMatchObject({ code: 'T2006I', rx: expect.any(Number), tx: expect.any(Number) });
    expect(data.tx).toBeGreaterThan((await streamOf(sid)).length);
  });
});

test('a killed gateway loses at most the last second of a recording', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-killed-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const killed = await startTerminalGateway({ dataDir });
  const terminal = killed.admin.terminal(killed.shell);
  const { id: sid } = await terminal.session();
  terminal.type('i=0; while :; do i=$((i+1)); echo "line-$i."; sleep 0.02; done\r');
  await terminal.sees('line-5.\r\n');
  const seenAtMs = Date.now();
  const flood = killed.admin.terminal(killed.shell);
  const { id: floodSid } = await flood.session();
  const flooded = collect(flood);
  flood.type("stty -echo; PS1=; echo be''gin; seq 1 100000000\r");
  await vi.waitFor(() => expect(flooded.length).toBeGreaterThan(100), 20_000);
  await terminal.until(() => Date.now() - seenAtMs > 1000, 'a second of output');
  await killed.kill();

  const again = await startGateway({ dataDir });
  onTestFinished(async () => void (await again.stop()));
  const client = new WebClient(again.base);
  await client.signIn('admin');
  const events = await eventsOf(sid, client);
  const stream = await streamOf(sid, client);
  expect(stream.toString()).toContain('line-5.\r\n');
  expect(sum(events)).toBe(stream.length);
  // The recording is an exact prefix of the output.
  const [floodEvents, floodStream] = [await eventsOf(floodSid, client), await streamOf(floodSid, client)];
  expect(floodStream.length).toBeGreaterThan(100_000);
  expect(sum(floodEvents)).toBe(floodStream.length);
  expect(floodEvents.map(({ id }) => id)).toEqual(floodEvents.map((_, i) => i));
  const shown = Buffer.concat(flooded);
  const both = Math.min(shown.length, floodStream.length);
  expect(floodStream.subarray(0, both).equals(shown.subarray(0, both))).toBe(true);
  const end = events.at(-1);
  expect(end).toMatchObject({ event: 'session.end', participants: ['admin'], interrupted: expect.any(String) });
  expect(Date.parse(end.time)).toBeGreaterThanOrEqual(Date.parse(printsOf(events).at(-1).time));
  const { events: logged } = await client.expect('GET', `${SITE}/events/search/sessions`);
  expect(logged.filter((event: Event) => event.sid === sid)).toHaveLength(1);
  expect(await client.expect('GET', `${SITE}/sessions`)).toEqual({ sessions: [] });
});

test('a stopped gateway first ends its sessions and notifies their participants', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-stopped-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const stopped = await startTerminalGateway({ dataDir });
  const terminal = stopped.admin.terminal(stopped.shell);
  const { id: sid } = await terminal.session();
  terminal.type('echo la""st\r');
  await terminal.sees('last\r\n');
  const [code] = await Promise.all([stopped.stop(), terminal.sees('The gateway is stopping')]);
  expect([code, await terminal.closed]).toEqual([0, 1000]);

  const again = await startGateway({ dataDir });
  onTestFinished(async () => void (await again.stop()));
  const client = new WebClient(again.base);
  await client.signIn('admin');
  expect((await streamOf(sid, client)).toString()).toContain('last\r\n');
  expect((await eventsOf(sid, client)).find(({ event }) => event === 'session.end')).not.toHaveProperty('interrupted');
});
