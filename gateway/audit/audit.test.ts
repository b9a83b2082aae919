import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import auditEvents from '../../src/wire/auditEvents.json';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { EventStore } from '../store/events.ts';
import { StoreError } from '../store/storeError.ts';
import { Audit } from './audit.ts';
import { NEVER, type AuditEvents } from './events.ts';

const made = () => {
  const { db, events: store } = memoryStores();
  let now = Date.parse('2026-01-02T03:04:05.678Z');
  return {
    db,
    store,
    audit: new Audit(
      store,
      () => now++,
      () => 'example.test',
    ),
  };
};
const all = (store: EventStore) => store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 100 }).events;

const countOf = (store: EventStore) => store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 500 }).events.length;
const end = { sid: 's1', user: 'ann' };

test('an event has its code, its cluster, the time and a unique id', () => {
  const { store, audit } = made();
  audit.emit('role.created', { user: 'ann', name: 'dev', expires: NEVER });
  expect(all(store)).toEqual([
    {
      cluster_name: 'example.test',
      code: 'T9000I',
      ei: 0,
      event: 'role.created',
      expires: NEVER,
      name: 'dev',
      time: '2026-01-02T03:04:05.678Z',
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      user: 'ann',
    },
  ]);
});

test('an event of a failure has the code of the failure', () => {
  const { store, audit } = made();
  audit.emit('user.login', {
    code: 'T1000W',
    method: 'local',
    success: false,
    error: 'x',
    'addr.remote': '192.0.2.1:5',
  });
  expect(all(store)[0]).toMatchObject({ code: 'T1000W', success: false });
});

test('a composed event is stored when it is written, without changes', () => {
  const { store, audit } = made();
  const event = audit.compose('session.recording.access', { sid: 's1', user: 'ann' }, 5000);
  expect(all(store)).toEqual([]);
  audit.write(event);
  expect(all(store)).toEqual([event.document]);
  expect(event.document).toMatchObject({ code: 'T2012I', time: '1970-01-01T00:00:05.000Z', uid: event.uid });
});

test('an event of a rolled-back change is not stored', () => {
  const { db, store, audit } = made();
  expect(() =>
    db.transaction(() => {
      audit.emit('role.created', { user: 'ann', name: 'dev', expires: NEVER });
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(all(store)).toEqual([]);
});

test('every emitted event is in the catalogue', () => {
  const names: Record<keyof AuditEvents, string> = {
    'user.login': 'T1000I',
    'cert.create': 'TC000I',
    'postern.connect.update': 'PCS01I',
    'postern.connect.delete': 'PCS02I',
    'user.create': 'T1002I',
    'user.update': 'T1003I',
    'user.delete': 'T1004I',
    'user.password_change': 'T1005I',
    'mfa.add': 'T1006I',
    'mfa.delete': 'T1007I',
    'reset_password_token.create': 'T6000I',
    'recovery_code.generated': 'T1008I',
    'recovery_code.used': 'T1009I',
    'privilege_token.create': 'T6002I',
    'role.created': 'T9000I',
    'role.deleted': 'T9001I',
    'github.created': 'T8000I',
    'github.deleted': 'T8001I',
    'oidc.created': 'T8100I',
    'oidc.deleted': 'T8101I',
    'trusted_cluster.create': 'T7000I',
    'trusted_cluster.delete': 'T7001I',
    'integration.create': 'IG001I',
    'integration.update': 'IG002I',
    'integration.delete': 'IG003I',
    'lock.created': 'TLK00I',
    'lock.deleted': 'TLK01I',
    'instance.join': 'TJ002I',
    'join_token.create': 'TJT00I',
    'trusted_cluster_token.create': 'T7002I',
    'app.create': 'TAP03I',
    'app.update': 'TAP04I',
    'app.delete': 'TAP05I',
    'db.create': 'TDB03I',
    'db.update': 'TDB04I',
    'db.delete': 'TDB05I',
    'kube.create': 'T3010I',
    'kube.update': 'T3011I',
    'kube.delete': 'T3012I',
    'kube.request': 'T3009I',
    'auth_preference.update': 'TCAUTH001I',
    'session_recording_config.update': 'TCREC003I',
    'cluster_networking_config.update': 'TCNET002I',
    'access_request.search': 'T5004I',
    'session.start': 'T2000I',
    resize: 'T2002I',
    'session.join': 'T2001I',
    'session.leave': 'T2003I',
    'session.end': 'T2004I',
    'windows.desktop.session.start': 'TDP00I',
    'windows.desktop.session.end': 'TDP01I',
    'app.session.start': 'T2007I',
    'app.session.chunk': 'T2008I',
    'app.session.end': 'T2011I',
    'desktop.clipboard.send': 'TDP02I',
    'desktop.clipboard.receive': 'TDP03I',
    'desktop.directory.share': 'TDP04W',
    'db.session.start': 'TDB00I',
    'db.session.end': 'TDB01I',
    'db.session.query': 'TDB02I',
    'db.session.query.failed': 'TDB02W',
    'session.data': 'T2006I',
    'session.upload': 'T2005I',
    'session.recording.access': 'T2012I',
    'session.recording.review': 'TPR00I',
    'session.recording.search': 'TPR01I',
    'session.file.request': 'TPF00I',
    'session.file.approve': 'TPF01I',
    'session.file.deny': 'TPF02I',
    'assist.ask': 'TPA00I',
    'assist.command.propose': 'TPA01I',
    'assist.command.approve': 'TPA02I',
    'assist.command.run': 'TPA03I',
    'client.disconnect': 'T3006I',
    'session.rejected': 'T1006W',
    auth: 'T3007W',
    exec: 'T3002I',
    sftp: 'TS001I',
  };
  for (const [event, code] of Object.entries(names)) {
    expect(auditEvents.filter((known) => known.event === event && known.code === code)).toHaveLength(1);
  }
});

test('pages of the log continue after the last event in both orders, and an unknown key finds nothing', () => {
  const { store, audit } = made();
  for (const name of ['a', 'b', 'c', 'd', 'e']) audit.emit('role.created', { user: 'ann', name, expires: NEVER });
  const names = (order: 'asc' | 'desc', after?: string) => {
    const page = store.page({ fromMs: 0, toMs: 4e12, order, limit: 2, ...(after !== undefined && { after }) }).events;
    return { names: page.map((event) => event['name']), last: String(page.at(-1)?.['uid']) };
  };
  const first = names('desc');
  expect(first.names).toEqual(['e', 'd']);
  expect(names('desc', first.last).names).toEqual(['c', 'b']);
  expect(names('asc', names('asc').last).names).toEqual(['c', 'd']);
  expect(names('asc', 'nonsense').names).toEqual([]);
  expect(
    store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 9, names: ["x' OR 1", 'role.deleted'] }).events,
  ).toEqual([]);
  expect(store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 9, names: ['role.created'] }).events).toHaveLength(5);
});

describe('an event that the database cannot store', () => {
  const uids = (store: EventStore) => all(store).map(({ uid }) => uid);

  test('is written once, as soon as the database can store it', () => {
    const { db, store, audit } = made();
    const reported: unknown[] = [];
    const report = (error: unknown) => void reported.push(error);
    const events = [1, 2, 3].map((ms) => audit.compose('session.recording.access', end, ms));
    db.exec('PRAGMA query_only = ON');
    for (const event of events) audit.writeOrReport(event, report);
    audit.writeLate();
    db.exec('PRAGMA query_only = OFF');
    expect(uids(store)).toEqual([]);
    audit.writeLate();
    audit.writeLate();
    expect(uids(store)).toEqual(events.map(({ uid }) => uid));
    expect(reported).toHaveLength(3);
  });

  test('does not block other events', () => {
    const { db, store, audit } = made();
    const events = Array.from({ length: 250 }, (_, ms) => audit.compose('session.recording.access', end, ms));
    db.exec('PRAGMA query_only = ON');
    for (const event of events) audit.writeOrReport(event, () => undefined);
    db.exec('PRAGMA query_only = OFF');
    db.exec(
      `CREATE TRIGGER no BEFORE INSERT ON events WHEN new.uid = '${events[0]?.uid}' BEGIN SELECT raise(FAIL, 'no'); END`,
    );
    for (let second = 0; second < 30; second += 1) audit.writeLate();
    expect(countOf(store)).toBe(249);
    db.exec('DROP TRIGGER no');
    audit.writeLate();
    expect(countOf(store)).toBe(250);
  });

  test('is written as fast if the number of merged refusals is refused', () => {
    const { db, store, audit } = made();
    const refusal = { 'addr.local': '', 'addr.remote': '', code: 'T3007W', user: 'eve', login: 'root' } as const;
    for (let n = 0; n < 1001; n += 1) audit.refuse('auth', { ...refusal, success: false, error: 'denied' });
    db.exec(`CREATE TRIGGER no BEFORE INSERT ON events WHEN new.event = 'auth' BEGIN SELECT raise(FAIL, 'no'); END`);
    for (const [count, isLast] of [[10, true] as const, [100, false] as const]) {
      db.exec('PRAGMA query_only = ON');
      for (let n = 0; n < count; n += 1)
        audit.writeOrReport(audit.compose('session.recording.access', end), () => undefined);
      db.exec('PRAGMA query_only = OFF');
      audit.writeLate(isLast);
    }
    const page = { fromMs: 0, toMs: 4e12, order: 'asc', limit: 500, names: ['session.recording.access'] } as const;
    expect(store.page(page).events).toHaveLength(110);
  });

  test('is written when the gateway closes, with all other waiting events', () => {
    const { db, store, audit } = made();
    db.exec('PRAGMA query_only = ON');
    for (let n = 0; n < 250; n += 1)
      audit.writeOrReport(audit.compose('session.recording.access', end), () => undefined);
    db.exec('PRAGMA query_only = OFF');
    audit.writeLate(true);
    expect(countOf(store)).toBe(250);
  });

  test('is written later with the other events of its failed batch', () => {
    const { db, store, audit } = made();
    const events = [1, 2].map((ms) => audit.compose('session.recording.access', end, ms));
    const writeAll = () => events.forEach((event) => audit.writeOrReport(event, () => undefined));
    db.exec('PRAGMA query_only = ON');
    audit.together(writeAll, () => undefined);
    db.exec('PRAGMA query_only = OFF');
    const undone = () => {
      throw new StoreError('the disk is full');
    };
    audit.together(
      () => {
        audit.together(() => audit.emitOrReport('session.recording.access', end, undone), undone);
        undone();
      },
      () => undefined,
    );
    expect(uids(store)).toEqual([]);
    audit.writeLate();
    expect(uids(store)).toHaveLength(3);
    expect(uids(store)).toEqual(expect.arrayContaining(events.map(({ uid }) => uid)));
  });
});

describe('events of things that have ended', () => {
  const emitted = (count: number) => {
    const { db, store, audit } = made();
    const commits: number[] = [];
    db.onCommit(() => commits.push(countOf(store)));
    for (let n = 0; n < count; n += 1) audit.emitOrReport('session.recording.access', end, () => undefined);
    return { store, audit, commits };
  };

  test('are written some in each turn of the event loop: a commit for each would take long', async () => {
    const { store, commits } = emitted(260);
    expect(countOf(store)).toBe(0);
    await expect.poll(() => countOf(store)).toBe(260);
    expect(commits).toEqual([50, 100, 150, 200, 250, 260]);
  });

  test('are written when the gateway closes, and not again later', async () => {
    const { store, audit } = emitted(260);
    audit.writeLate(true);
    expect(countOf(store)).toBe(260);
    await setImmediate();
    expect(countOf(store)).toBe(260);
  });
});
