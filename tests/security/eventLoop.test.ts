// M5: one request never blocks other users. Every endpoint gets its most expensive input, on 10 000 servers and 200 000
// audit events, and a simultaneous `ping` waits at most 50 ms.
import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInProcess } from '../support/appInProcess.ts';
import { RECORDED_SID, startLoopScene, WRITTEN_ROLE, type LoopScene, type Pause } from '../support/loopScene.ts';
import { routeTable, type Route } from '../support/endpointTable.ts';
import { LOGIN } from '../support/terminalGateway.ts';
import { WebClient } from '../support/webClient.ts';

const PAUSE_MAX_MS = 50;
/** Number of tries for each case, because other processes and garbage collections interfere now and then. */
const TRIES = 3;
const SITE = '/sites/-current-';

let scene: LoopScene;
let admin: WebClient;
/** May see all servers and has no other right. */
let viewer: WebClient;
/** Has no rights. */
let nobody: WebClient;
/**
 * The wait of a ping on an idle gateway. On a busy machine pings measure other processes: then only the processor time
 * counts.
 */
let idlePingMs: number;
let routes: readonly Route[];

beforeAll(async () => {
  const inProcess = await startInProcess();
  routes = routeTable(inProcess.app.gateway);
  await inProcess.stop();
  scene = await startLoopScene();
  admin = await WebClient.ofFirstInvite(scene.gateway, 'zoe');
  await admin.addRole('nothing', {});
  const everything = { '*': '*' };
  await admin.addRole('keeper', {
    allow: {
      ...{ app_labels: everything, db_labels: everything, kubernetes_labels: everything },
      rules: [{ resources: ['*'], verbs: ['*'] }],
    },
  });
  await admin.expect('PUT', '/users', { name: 'zoe', roles: ['access', 'editor', 'auditor', 'keeper'] });
  viewer = await admin.invite('viewer', ['access']);
  nobody = await admin.invite('nobody', ['nothing']);
  await loadLibraries();
  await scene.pause();
  await pause(1000);
  idlePingMs = (await scene.pause()).pingMs;
}, 180_000);
afterAll(() => scene.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Some libraries are loaded on first use, once in the life of a gateway. */
async function loadLibraries(): Promise<void> {
  await admin.get('/auth/export?type=tls');
  await admin.get(`${SITE}/nodes?limit=1`);
}

const QUIET_PING_MS = 10;
const isQuiet = () => (loadavg()[0] ?? 0) < availableParallelism() && idlePingMs < QUIET_PING_MS;

/** Processor milliseconds of a fixed piece of work. It takes longer while other machines use the same processor. */
function workMs(): number {
  const text = '# a\n'.repeat(240_000);
  const before = process.cpuUsage();
  for (let i = 0; i < 10; i++) JSON.parse(JSON.stringify({ text }));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
/** On the slowest machine that counts as quiet. */
const QUIET_WORK_MS = 70;
/** How much slower the processor currently is, at most 2: the factor does not grow on a slower machine. */
const slowness = () => Math.min(2, Math.max(1, workMs() / QUIET_WORK_MS));
const isShort = ({ busyMs, pingMs }: Pause) =>
  (busyMs < PAUSE_MAX_MS || busyMs < PAUSE_MAX_MS * slowness()) && (pingMs < PAUSE_MAX_MS || !isQuiet());

async function expectShortPauses(work: () => Promise<unknown>): Promise<void> {
  const pauses: Pause[] = [];
  let wasShort = false;
  while (pauses.length < TRIES && !wasShort) {
    await scene.pause();
    await work();
    const pause = await scene.pause();
    pauses.push(pause);
    wasShort = isShort(pause); // once: it measures the processor
  }
  expect(wasShort, `pauses of ${JSON.stringify(pauses)}`).toBe(true);
}

/** Reads the answer to its end and drops it. */
async function ask(client: WebClient, method: string, path: string, body?: unknown): Promise<number> {
  const answer = await client.request(method, path, body);
  await answer.arrayBuffer();
  return answer.status;
}
const get = (client: WebClient, path: string) => ask(client, 'GET', path);
const atOnce = (count: number, work: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, work));
const many = (count: number, term: (i: number) => string, between: string) =>
  Array.from({ length: count }, (_, i) => term(i)).join(between);

const list = (parameters: Record<string, string>) =>
  `${SITE}/nodes?${new URLSearchParams({ limit: '1000', sort: 'hostname:desc', ...parameters })}`;

describe('a search through 10 000 servers', () => {
  test.each([
    ['of ten thousand words', { search: 'e '.repeat(10_000) }, 400],
    ['of one long word', { search: 'e'.repeat(5000) }, 400],
    ['of the maximum number of words', { search: many(20, (i) => `r${i}`, ' ') }, 200],
    ['of a thousand fields of documents', { query: many(1000, (i) => `resource.spec.f${i} == "x"`, ' || ') }, 400],
    ['of the maximum number of fields', { query: many(95, (i) => `resource.spec.f${i} == "x"`, ' || ') }, 200],
    ['of the maximum number of labels', { query: many(580, (i) => `labels["rack"] != "r${i}"`, ' && ') }, 200],
    ['of words within a query', { query: `!(${many(60, (i) => `search("e", "r${i}")`, ' || ')})` }, 200],
    ['that the database does not support', { query: many(9, () => 'search(name, resource.spec.addr)', ' && ') }, 200],
    ['of seven hundred server IDs', { query: many(700, (i) => `resource.metadata.name == "${i}"`, ' || ') }, 200],
    ['that cannot be parsed', { query: '('.repeat(15_000) }, 400],
  ])('%s blocks no other user', async (_what, parameters, status) => {
    await expectShortPauses(async () => expect(await get(viewer, list(parameters))).toBe(status));
  });

  test('of one user who sends five at once blocks no other user', async () => {
    await expectShortPauses(() => atOnce(5, () => get(viewer, list({ query: 'search("e", "r1")' }))));
  });

  test('right after a change of roles blocks no other user', async () => {
    const patterns = many(100, (i) => `^(prod|qa)-${i}$`, ' ').split(' ');
    await admin.addRole('patterns', { allow: { logins: [LOGIN], node_labels: { env: ['prod', ...patterns] } } });
    const other = await admin.invite('other', ['patterns']);
    await expectShortPauses(async () => {
      await admin.expect('PUT', '/users', { name: 'other', roles: ['patterns', 'access'] });
      expect(await get(other, list({}))).toBe(200);
    });
  });
});

describe('a read of the log', () => {
  const ALL = 'from=2000-01-01T00:00:00Z';
  const CONDITIONS = encodeURIComponent(many(55, (i) => `labels["user"] != "user-${i}"`, ' && '));
  const names = many(990, (i) => `event.${i}`, ',');
  test.each([
    ['of ten thousand events', '/events/search?limit=10000&from=2000-01-01T00:00:00Z'],
    [
      'of events by a thousand names',
      `/events/search?limit=10000&from=2000-01-01T00:00:00Z&include=scp.upload,${names}`,
    ],
    ['of events by an unknown name', `/events/search?limit=10000&from=2000-01-01T00:00:00Z&include=none`],
    [
      'of events by words without a match',
      `/events/search?limit=10000&${ALL}&search=${many(20, (i) => `zz${i}`, '%20')}`,
    ],
    ['of events by the maximum number of conditions', `/events/search?limit=10000&${ALL}&query=${CONDITIONS}`],
    ['of the facets of all events', `/events/facets?${ALL}`],
    ['of the histogram of all events', `/events/histogram?${ALL}&step=86400000000`],
    ['of a histogram by conditions', `/events/histogram?${ALL}&step=86400000000&query=${CONDITIONS}`],
    ['of a histogram by words', `/events/histogram?${ALL}&step=86400000000&search=user-7`],
    ['of ten thousand recordings', '/events/search/sessions?limit=10000&from=2000-01-01T00:00:00Z'],
    ['of a recording with a hundred thousand events', `/sessions/${RECORDED_SID}/events`],
    ['of five megabytes of a recording', `/sessions/${RECORDED_SID}/stream?offset=0&bytes=5242880`],
    ['of the overview of a recording', `/sessions/${RECORDED_SID}/overview`],
    ['of the transcript of a recording', `/sessions/${RECORDED_SID}/transcript`],
    ['of the text of recordings', '/recordings/search?text=of&from=2000-01-01T00:00:00Z'],
    ['of the text by a pattern', '/recordings/search?text=(o%2B)%2Bx%24&regexp=1&from=2000-01-01T00:00:00Z'],
    ['of reviews', '/recordings/reviews?from=2000-01-01T00:00:00Z'],
  ])('%s blocks no other user', async (_what, path) => {
    await expectShortPauses(async () => expect(await get(admin, SITE + path)).toBe(200));
  });

  test.each(['', '/stream?offset=0&bytes=5242880'])(
    'of the recording of a desktop%s blocks no other user',
    async (what) => {
      const path = `${SITE}/sessions/${scene.desktopSid}/desktop${what}`;
      await expectShortPauses(async () => expect(await get(admin, path)).toBe(200));
    },
  );

  test('of one user who sends five at once blocks no other user', async () => {
    const path = `${SITE}/events/search?limit=10000&from=2000-01-01T00:00:00Z`;
    await expectShortPauses(() => atOnce(5, () => get(admin, path)));
  });
});

describe('a document', () => {
  /** A text of this length whose patch cannot be made small. */
  const nameless = (kind: string, chars: number) =>
    `{kind: ${kind}, version: v2, metadata: {}, spec: {}, a: [${'a,'.repeat(chars / 2)}]}`;

  test.each(['lock', 'token', 'node'])('%s of 2.4 MB from a user without write access is not parsed', async (kind) => {
    const content = nameless(kind, 2_400_000);
    await expectShortPauses(async () =>
      expect(await ask(nobody, 'POST', `/postern/documents/${kind}`, { content })).toBe(403),
    );
  });

  test.each([
    ['of many values', 950_000, 400],
    ['of the maximum number of values', 36_000, 400],
  ])('%s from a user with write access blocks no other user', async (_what, chars, status) => {
    await expectShortPauses(async () => {
      expect(await ask(admin, 'POST', '/postern/documents/lock', { content: nameless('lock', chars) })).toBe(status);
    });
  });

  const labels = many(9000, (i) => `k${i}: v${i}`, ', ');
  test.each([
    ['role', 'v6', `allow: { node_labels: { ${labels} } }`],
    ['role', 'v6', `allow: { node_labels: { a: [${many(18_000, (i) => `^a${i % 9}$`, ', ')}] } }`],
    ['role', 'v6', `allow: { rules: [${many(4000, () => '{resources: [a], verbs: [b]}', ', ')}] }`],
    ['node', 'v2', `hostname: a, addr: "10.0.0.1:22", cmd_labels: { ${labels} }`],
    ['app', 'v3', `uri: "http://localhost:1", dynamic_labels: { ${labels} }`],
    ['token', 'v2', `roles: [Node], allow: [${many(6000, (i) => `{aws_account: "${i}"}`, ', ')}]`],
    ['token', 'v2', `roles: [${many(18_000, () => 'Node', ', ')}]`],
    ['user_group', 'v1', `Applications: [${many(18_000, (i) => `a${i}`, ', ')}]`],
    ['lock', 'v2', `target: { user: nobody }, more: { ${labels} }`],
    [
      'github',
      'v3',
      `client_id: a, teams_to_roles: [${many(4000, () => '{organization: a, team: b, roles: [c]}', ', ')}]`,
    ],
    ['cluster_networking_config', 'v2', `more: { ${labels} }`],
  ])('of many values blocks no other user: %s %s', async (kind, version, spec) => {
    let tried = 0;
    await expectShortPauses(async () => {
      const name = `many-${tried++}`;
      const content = `{kind: ${kind}, version: ${version}, metadata: {name: ${name}}, spec: {${spec}}}`;
      expect(await ask(admin, 'POST', `/postern/documents/${kind}`, { content })).toBeLessThan(500);
    });
  });

  test.each([
    ['node', 'v2, sub_kind: openssh', 'hostname: a, addr: "10.0.0.1:22"'],
    ['app', 'v3', 'uri: "http://localhost:1"'],
    ['user_group', 'v1', ''],
  ])('with the maximum of labels blocks no other user: %s', async (kind, version, spec) => {
    const write = (name: string, count: number) => {
      const pairs = many(count, (i) => `k${i}: ${'v'.repeat(60)}`, ', ');
      const content = `{kind: ${kind}, version: ${version}, metadata: {name: ${name}, labels: {${pairs}}}, spec: {${spec}}}`;
      return ask(admin, 'POST', `/postern/documents/${kind}`, { content });
    };
    const name = () => (kind === 'node' ? randomUUID() : `app-${randomUUID()}`);
    await expectShortPauses(async () => expect(await write(name(), 1000)).toBe(200));
    expect(await write(name(), 1001)).toBe(400);
  });

  test('of a megabyte of text can be stored and listed, and its history can be read', async () => {
    const content = `kind: role\nversion: v6\nmetadata:\n  name: large\nspec: {}\n${'# a\n'.repeat(240_000)}`;
    await expectShortPauses(async () => {
      expect(await ask(admin, 'PUT', '/postern/documents/role/large', { content })).toBeLessThan(500);
      await ask(admin, 'POST', '/roles', { content });
      await get(admin, '/roles');
      await get(admin, '/postern/history/role/large');
    });
  });

  test('with a history of long texts can be read', async () => {
    await expectShortPauses(async () => {
      expect(await get(admin, `/postern/history/role/${WRITTEN_ROLE}`)).toBe(200);
      expect(await get(admin, '/postern/history/role')).toBe(200);
      expect(await get(admin, '/postern/documents/role')).toBe(200);
    });
  });
});

describe('a websocket', () => {
  async function opened() {
    const { items } = await admin.expect('GET', list({ query: 'name == "this-machine"' }));
    const terminal = admin.terminal({ login: LOGIN, server_id: items[0].id, term: { w: 80, h: 24 } });
    expect(await terminal.opened).toBeUndefined();
    await terminal.session();
    terminal.onOutput = () => undefined;
    terminal.type('cat > /dev/null\r');
    await pause(300);
    return terminal;
  }

  test('accepts a message of eight megabytes', async () => {
    const terminal = await opened();
    const text = `${'x'.repeat(1000)}\n`.repeat(8000);
    await expectShortPauses(async () => {
      terminal.type(text);
      await pause(1000);
    });
    terminal.drop();
  });

  const MESSAGE_BYTES = 8 * 1024 * 1024;
  test.each([
    ['a size of many values', 'w', `{"size":"80:24","more":[${'[],'.repeat(MESSAGE_BYTES / 3 - 100)}[]]}`],
    ['a deeply nested file request', 'f', '['.repeat(MESSAGE_BYTES - 100)],
    ['a frame of many fields', '', ''],
  ])('refuses %s', async (_what, type, payload) => {
    await expectShortPauses(async () => {
      const terminal = await opened();
      if (type === '') terminal.sendRaw(Buffer.alloc(MESSAGE_BYTES - (MESSAGE_BYTES % 3), Buffer.of(0x12, 1, 0x72)));
      else terminal.send(type, payload);
      expect(await terminal.closed).toBe(1000);
    });
  });

  test('accepts ten thousand small inputs and resizes', async () => {
    const terminal = await opened();
    await expectShortPauses(async () => {
      for (let i = 0; i < 10_000; i++) {
        terminal.type('x');
        if (i % 10 === 0) terminal.resize(80 + (i % 40), 24);
      }
      await pause(1500);
    });
    terminal.drop();
  });

  test('finds the servers of a command', async () => {
    const query = many(95, (i) => `resource.spec.f${i} == "x"`, ' || ');
    await expectShortPauses(async () => {
      const ids = { conversation_id: randomUUID(), execution_id: randomUUID() };
      const socket = admin.command({ command: 'true', login: LOGIN, query, ...ids });
      await socket.opened;
      await socket.closed;
    });
  });
});

/** Every endpoint: long names, long parameters, bodies with the maximum of values and text. */
describe('every endpoint', () => {
  const LONG = 'x'.repeat(3000);
  const QUERY = new URLSearchParams({
    ...{ search: many(20, (i) => `r${i}`, ' '), query: many(90, (i) => `resource.spec.f${i} == "x"`, ' || ') },
    ...{ limit: '1000', sort: 'name:desc', startKey: LONG, include: many(500, (i) => `n${i}`, ',') },
    ...{ from: '2000-01-01T00:00:00Z', params: '['.repeat(3000) },
  });
  const BODIES = [
    `{"content":"${'\\n'.repeat(4_500_000)}","name":"x"}`,
    `{"content":"${'\\n'.repeat(1_900_000)}${'x'.repeat(5_000_000)}","name":"x"}`,
    `{"name":[${'[],'.repeat(3_000_000)}[]]}`,
    `{${many(2400, (i) => `"k${i}":${i}`, ',')},"name":{${many(2400, (i) => `"k${i}":"v"`, ',')}}}`,
  ];
  /** They end the session that all others need. */
  const ENDS_SESSION = new Set(['DELETE sessions/web', 'POST sessions/web/renew', 'DELETE postern/sessions']);

  test('is in the route table of the test', () => expect(routes.length).toBeGreaterThan(100));

  test('blocks no other user with the longest input', async () => {
    const slow: string[] = [];
    for (const { method, path, socket } of routes) {
      if (ENDS_SESSION.has(`${method} ${path}`) || socket) continue;
      const url = `/${path.replaceAll(':site', '-current-').replaceAll(/:\w+/g, LONG)}?${QUERY}`;
      const bodies = method === 'GET' || method === 'DELETE' ? [undefined] : BODIES;
      for (const body of bodies) {
        await expectShortPauses(() => sendRaw(method, url, body)).catch((error: unknown) => {
          slow.push(`${method} ${path} ${body?.slice(0, 20) ?? ''}: ${String(error).slice(0, 300)}`);
        });
      }
    }
    expect(slow).toEqual([]);
    // Some 400 bodies of 9 MB: 80 s on a slow machine, more while other tests run.
  }, 400_000);

  const BODY_BYTES = 10 * 1024 * 1024 - 100;
  test.each([
    ['quotes', '"'.repeat(BODY_BYTES)],
    ['escaped quotes', `{"event":"${'\\"'.repeat(1_900_000)}"}`],
    ['blanks', ' '.repeat(BODY_BYTES)],
  ])('blocks no other user with a body of %s', async (_what, body) => {
    await expectShortPauses(() => sendRaw('POST', '/capture', body));
  });

  async function sendRaw(method: string, path: string, body: string | undefined): Promise<void> {
    const answer = await fetch(`${scene.gateway.base}/v1/webapi${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      headers: { ...admin.signedIn, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    await answer.arrayBuffer();
  }
});
