// What a user can cause in a loop with ever new texts must not fill the audit log.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { QueryLog } from '../databases/QueryLog.ts';
import type { QuerySubject } from '../databases/querySubject.ts';
import { DesktopLog } from '../desktop/DesktopLog.ts';
import { KubeRequestLog } from '../kubernetes/KubeRequestLog.ts';
import { FileLog } from '../transfer/FileLog.ts';
import { Audit } from './audit.ts';

const MINUTE_MS = 60_000;
const BURST = 1000;

function scene() {
  const { events: store } = memoryStores();
  let nowMs = Date.parse('2026-01-02T03:04:05.678Z');
  const audit = new Audit(
    store,
    () => nowMs,
    () => 'example.test',
  );
  const written = () => store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 10_000 }).events;
  const refuse = (user: string, count: number, login = 'root') => {
    const ends = { 'addr.local': '192.0.2.1:22', 'addr.remote': '192.0.2.2:5' };
    for (let n = 0; n < count; n += 1)
      audit.refuse('auth', { ...ends, code: 'T3007W', user, login, success: false, error: 'denied' });
  };
  return { audit, now: () => nowMs, written, refuse, wait: (ms: number) => (nowMs += ms) };
}

test('above a rate, one event per minute has the number of refusals', () => {
  const { audit, written, refuse, wait } = scene();
  refuse('eve', BURST + 499);
  refuse('eve', 1, 'deploy');
  expect(written()).toHaveLength(BURST);
  audit.writeLate();
  expect(written()).toHaveLength(BURST);
  wait(MINUTE_MS);
  audit.writeLate();
  audit.writeLate();
  expect(written()).toHaveLength(BURST + 1);
  expect(written().at(-1)).toMatchObject({ event: 'auth', user: 'eve', login: 'deploy', merged_refusals: 500 });
  expect(written()[0]).not.toHaveProperty('merged_refusals');
});

test('refusals of other users have their own events', () => {
  const { written, refuse } = scene();
  refuse('eve', BURST * 2);
  refuse('ann', 3);
  expect(written().filter(({ user }) => user === 'ann')).toHaveLength(3);
});

test('the number of refusals is written at once when the gateway closes', () => {
  const { audit, written, refuse } = scene();
  refuse('eve', BURST + 7);
  audit.writeLate(true);
  expect(written().at(-1)).toMatchObject({ user: 'eve', merged_refusals: 7 });
});

test('refused desktop sessions are limited', () => {
  const { audit, written } = scene();
  const owner = { user: 'eve', roles: [], loginId: 'l1', remoteAddr: '192.0.2.2:5', limits: { idleMs: 0 } };
  const desktop = { name: 'pc', addr: '192.0.2.1:5900', domain: '', labels: {}, hostId: 'h1' };
  const subject = { id: 's1', login: 'x', desktop, owner, recorded: false, recordStrictly: false };
  const log = new DesktopLog({ audit, report: (error) => expect.fail(String(error)) }, subject);
  for (let n = 0; n < BURST + 5; n += 1) log.refused('denied');
  audit.writeLate(true);
  expect(written()).toHaveLength(BURST + 1);
  expect(written().at(-1)).toMatchObject({ code: 'TDP00W', merged_refusals: 5 });
});

/** One more than the separate events, each with another text. */
const paths = Array.from({ length: BURST + 5 }, (_, n) => `/srv/${n}`);
const fail = (error: unknown) => expect.fail(String(error));

test('refused files are limited, but not opened ones', () => {
  const { audit, written } = scene();
  const node = { id: 'n1', hostname: 'web', addr: '192.0.2.1:22', labels: {} };
  const log = new FileLog(audit, { user: 'eve', login: 'root', remoteAddr: '192.0.2.2:5', node }, '/root', fail);
  for (const path of paths) log.notOpened(path, 'read', 'no such file');
  log.opened('/etc/passwd', 'read', new PassThrough());
  expect(written()).toHaveLength(BURST + 1);
  expect(written().at(-1)).toMatchObject({ code: 'TS001I', path: '/etc/passwd' });
  audit.writeLate(true);
  expect(written().at(-1)).toMatchObject({ code: 'TS001E', path: paths.at(-1), merged_refusals: 5 });
});

test('refused statements are limited', () => {
  const { audit, now, written } = scene();
  const owner = { user: 'eve', roles: [], loginId: 'l1', remoteAddr: '192.0.2.2:5', limits: { idleMs: 0 } };
  const database = { name: 'db', uri: '192.0.2.1:5432', protocol: 'postgres', labels: {}, hostId: 'h1' };
  const subject = { id: 's1', owner, database, dbUser: 'app', dbName: 'app', recorded: false };
  const parts = { audit, report: fail, clock: { now } } as unknown as ConstructorParameters<typeof QueryLog>[0];
  const log = new QueryLog(parts, subject as unknown as QuerySubject);
  for (const path of paths) log.queryRefused(`copy t to '${path}'`, 'postgres', 'refused');
  audit.writeLate(true);
  expect(written()).toHaveLength(BURST + 1);
  expect(written().at(-1)).toMatchObject({ code: 'TDB02W', merged_refusals: 5 });
});

test('lists of namespaces and refused reads of a cluster are limited, but not pods and logs', () => {
  const { audit, now, written } = scene();
  const log = new KubeRequestLog(audit, now);
  const ends = { server_id: 'h1', 'addr.local': '', 'addr.remote': '192.0.2.2:5' };
  const cluster = {
    kubernetes_cluster: 'dev',
    kubernetes_users: ['eve'],
    kubernetes_groups: [],
    kubernetes_labels: {},
  };
  const read = (request_path: string, response_code: number) =>
    log.read({ user: 'eve', request_path, response_code, ...cluster, ...ends });
  const pod = (name: string) => `/api/v1/namespaces/default/pods/${name}`;
  for (const path of paths) read(`/api/v1/namespaces${path}/pods`, 200);
  for (const path of paths) read(`${pod('api')}${path}`, 404);
  expect(written()).toHaveLength(BURST);
  for (const path of [pod('api'), `${pod('api')}/log`]) read(path, 200);
  expect(written().slice(BURST)).toMatchObject([{ request_path: pod('api') }, { request_path: `${pod('api')}/log` }]);
  audit.writeLate(true);
  expect(written().at(-1)).toMatchObject({ code: 'T3009I', merged_events: paths.length + 5 });
});

test('searches in recordings are limited', () => {
  const { audit, written } = scene();
  for (const text of paths) audit.repeat('session.recording.search', { user: 'eve', text });
  audit.writeLate(true);
  expect(written()).toHaveLength(BURST + 1);
  expect(written().at(-1)).toMatchObject({ code: 'TPR01I', text: paths.at(-1), merged_events: 5 });
});
