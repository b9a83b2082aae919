import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LabelMatchers, NewDatabase } from '../../../api/newDatabases.ts';
import { AWS_REGIONS } from '../../../wire/awsRegions.ts';
import { databaseNameConflict, hostFault, iamCommand, portFault, signCommand, uriOf } from './databaseTexts.ts';
import { INITIAL, KEPT, toConnect } from './databaseValues.ts';
import { matchesLabels, registerDatabase, RegisterRefused } from './register.ts';

const labels = (pairs: Record<string, string>) => Object.entries(pairs).map(([name, value]) => ({ name, value }));

test.each<[LabelMatchers, Record<string, string>, boolean]>([
  [null, { env: 'prod' }, false],
  [{}, { env: 'prod' }, false],
  [{ '*': '*' }, { env: 'prod' }, true],
  [{ '*': '*' }, {}, true],
  [{ '*': ['*'] }, {}, true],
  [{ env: '*' }, {}, false],
  [{ '*': 'prod' }, {}, false],
  [{ '*': 'prod' }, { stage: 'prod' }, true],
  [{ '*': 'prod' }, { stage: 'dev' }, false],
  [{ env: '*' }, { env: 'dev' }, true],
  [{ env: '*' }, { team: 'a' }, false],
  [{ env: ['dev', 'test'] }, { env: 'test' }, true],
  [{ env: ['dev', 'test'] }, { env: 'prod' }, false],
  [{ env: 'dev', team: 'a' }, { env: 'dev' }, false],
  [{ env: 'dev', team: 'a' }, { env: 'dev', team: 'a', x: 'y' }, true],
  [{ '*': '*', team: 'a' }, { env: 'dev' }, false],
])('the matchers %j and the labels %j: %s', (matchers, pairs, matches) => {
  expect(matchesLabels(matchers, labels(pairs))).toBe(matches);
});

test('validates addresses and builds commands', () => {
  expect(
    [hostFault(''), hostFault('a b'), hostFault("a'b"), hostFault('db.internal'), hostFault('::1')].map(Boolean),
  ).toEqual([...[true, true, true, false, false]]);
  expect([portFault(''), portFault('0'), portFault('65536'), portFault('1e3'), portFault('5432')].map(Boolean)).toEqual(
    [...[true, true, true, true, false]],
  );
  expect([uriOf('::1', '5432'), uriOf('[::1]', '1'), uriOf('db', '2')]).toEqual(['[::1]:5432', '[::1]:1', 'db:2']);
  expect(signCommand('https://e', 'main', 'ab12', 'db.internal')).toBe(
    `curl 'https://e/v1/webapi/sites/main/sign/db' -d '{"hostname":"db.internal"}' -H 'Authorization: Bearer ab12' -H 'Content-Type: application/json' -OJ; tar -xvf teleport_mTLS_db.internal.tar.gz`,
  );
  expect(iamCommand('shop', '{\n  "a": "it\'s"\n}')).toContain(`--policy-document '{\n  "a": "it'\\''s"\n}'`);
  expect(new Set(AWS_REGIONS.map(([code]) => code)).size).toBe(27);
});

test('secrets are not stored in the browser, and an empty password keeps the stored one', () => {
  for (const secret of ['password', 'passwords', 'join'] as const) expect(KEPT).not.toContain(secret);
  expect(toConnect(INITIAL)).toEqual({});
  expect(
    toConnect({ ...INITIAL, password: 'x', tlsMode: 'verify-ca', ca: 'PEM', via: 'web-1', viaLogin: 'deploy' }),
  ).toEqual({
    password: 'x',
    tls: { mode: 'verify-ca', ca: 'PEM' },
    via: 'web-1',
    via_login: 'deploy',
  });
  const accounts = [
    { dbUser: 'reader', user: 'app' },
    { dbUser: 'writer', user: '' },
  ];
  expect(toConnect({ ...INITIAL, signIn: 'accounts', accounts, passwords: ['r'] })).toEqual({
    password: null,
    user_map: { reader: { user: 'app', password: 'r' }, writer: {} },
  });
});

test.each([
  [['reader', 'reader'], 'The database user reader has two accounts'],
  [['reader', ''], 'An account has no database user'],
])('rejects accounts of %j', (users, why) => {
  const accounts = users.map((dbUser) => ({ dbUser, user: '' }));
  expect(() => toConnect({ ...INITIAL, signIn: 'accounts', accounts })).toThrow(why);
});

describe('a registration', () => {
  const DATABASE: NewDatabase = {
    name: 'orders',
    protocol: 'postgres',
    uri: 'db:5432',
    labels: labels({ env: 'dev' }),
  };
  let sent: string[] = [];
  let bodies: unknown[] = [];
  let answers: Record<string, [status: number, body: unknown]> = {};

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    [sent, bodies] = [[], []];
    answers = {
      'POST databases': [200, {}],
      'PUT orders': [200, {}],
      'GET databaseservices': [200, { items: [] }],
      'GET databases': [200, { items: [] }],
    };
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      const what = `${method} ${path.split('?')[0]?.split('/').at(-1) ?? ''}`;
      sent.push(what);
      if (body !== undefined) bodies.push(JSON.parse(body));
      const [status, answer] = answers[what] ?? [404, { error: { message: 'not found' } }];
      return new Response(JSON.stringify(answer), { status });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const register = (options: Partial<Parameters<typeof registerDatabase>[0]> = {}) =>
    registerDatabase({
      ...{ clusterId: 'main', database: DATABASE, before: undefined, advice: 'name' as const },
      ...{ signal: AbortSignal.timeout(30_000), onCreated: () => undefined },
      ...options,
    });

  test('completes if no service matches', async () => {
    answers['GET databaseservices'] = [
      200,
      { items: [{ name: 'a', resource_matchers: [{ labels: { env: 'prod' } }] }] },
    ];
    expect(await register()).toEqual({ served: false });
    expect(sent).toEqual(['POST databases', 'GET databaseservices']);
  });

  test('waits for a matching service', async () => {
    answers['GET databaseservices'] = [200, { items: [{ name: 'a', resource_matchers: [{ labels: { '*': '*' } }] }] }];
    const result = register();
    await vi.advanceTimersByTimeAsync(7000);
    expect(sent.filter((what) => what === 'GET databases').length).toBeGreaterThan(1);
    answers['GET databases'] = [200, { items: [{ name: 'orders-2' }, { name: 'orders' }] }];
    await vi.advanceTimersByTimeAsync(3000);
    expect(await result).toEqual({ served: true });
  });

  test('ends when it is aborted', async () => {
    answers['GET databaseservices'] = [200, { items: [{ name: 'a', resource_matchers: [{ labels: { '*': '*' } }] }] }];
    const stop = new AbortController();
    const result = expect(register({ signal: stop.signal })).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1000);
    stop.abort();
    await result;
  });

  test.each([
    [200, 'name' as const, 'The database orders is already part of the cluster: use another name.'],
    [404, 'name' as const, 'Remove it with “tctl rm db/orders”, or use another name.'],
    [200, 'tag' as const, 'teleport.dev/database_name'],
  ])('rejects a duplicate name: %s, %s', async (status, advice, text) => {
    answers['POST databases'] = [409, { error: { message: 'exists' } }];
    answers['GET orders'] = [status, {}];
    const error: unknown = await register({ advice }).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(RegisterRefused);
    expect(String(error)).toContain(text);
  });

  test('updates a database that this run registered, and skips an unchanged one', async () => {
    await register({ before: DATABASE });
    expect(sent).toEqual(['GET databaseservices']);
    await register({ before: { ...DATABASE, uri: 'old:5432' } });
    expect(bodies.at(-1)).toEqual({ name: 'orders', protocol: 'postgres', uri: 'db:5432', labels: DATABASE.labels });
    expect(sent[1]).toBe('PUT orders');
  });
});

test('advises on a duplicate name', () => {
  expect(databaseNameConflict('a', false, 'tag')).toContain('tctl rm db/a');
});
