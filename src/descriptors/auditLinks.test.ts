import { expect, test } from 'vitest';
import { resourceNamed } from '../../tests/support/resourceNamed.ts';
import { auditEventList } from '../api/auditEvents.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import known from '../wire/auditEvents.json';
import { auditLinks } from './auditLinks.ts';
import { resources } from './index.ts';

const linksOf = async (...events: object[]) => {
  const { rows } = await auditEventList.read({ events });
  return rows.map((row) => auditLinks(row).map(({ label, resource, find }) => [label, resource, find]));
};

test('an event links to its user, its changed object and its location', async () => {
  const [role, start, user, connector] = await linksOf(
    { code: 'T9000I', event: 'role.created', user: 'ann', name: 'dev' },
    { code: 'T2000I', event: 'session.start', user: 'ann', sid: 's-1', server_hostname: 'web-1' },
    { code: 'T1002I', event: 'user.create', user: 'ann', name: 'ann' },
    { code: 'T8000I', event: 'github.created', updated_by: 'ann', name: 'octo' },
  );
  expect(role).toEqual([
    ['User ann', 'users', 'ann'],
    ['Role dev', 'roles', 'dev'],
  ]);
  expect(start).toEqual([
    ['Active session', 'sessions', 's-1'],
    ['User ann', 'users', 'ann'],
    ['Server web-1', 'nodes', 'web-1'],
  ]);
  expect(user).toEqual([['User ann', 'users', 'ann']]);
  expect(connector).toContainEqual(['Connector octo', 'connectors', 'github:octo']);
});

test('deleted objects have no link', async () => {
  const [role, ended, nothing] = await linksOf(
    { code: 'T9001I', event: 'role.deleted', name: 'dev' },
    { code: 'T2004I', event: 'session.end', sid: 's-1' },
    {},
  );
  expect([role, ended, nothing]).toEqual([[], [], []]);
});

test('all events link to existing lists', async () => {
  const filled = known.map(({ code, event, fields }) => ({
    ...{ code, event, name: 'n' },
    ...Object.fromEntries(fields.map((field) => [field, `<${field}>`])),
  }));
  for (const [, resource] of (await linksOf(...filled)).flat())
    expect(
      resources.some(({ name }) => name === resource),
      resource,
    ).toBe(true);
});

test('opens the recording in the player of its type, also without a known length', async () => {
  const { rows } = await auditEventList.read({
    events: ['desktop', 'k8s', 'db', 'app', undefined].map((type) => ({
      code: 'T2012I',
      event: 'session.recording.access',
      sid: 's-1',
      ...(type && { session_type: type }),
    })),
  });
  const open = resourceNamed('audit').rowActions?.find(({ id }) => id === 'recording');
  const address = '/cluster/c/session/s-1?recordingType=';
  if (!open || !('link' in open)) throw new Error('the audit log has no link to recordings');
  expect(rows.map((row) => open.link(row, { clusterId: 'c' } as never))).toEqual(
    ['desktop', 'k8s', 'db', 'ssh', 'ssh'].map((type) => address + type),
  );
});

test('an uploaded recording of a 13.1 cluster without a type links to its row in the recordings', async () => {
  const { rows } = await auditEventList.read({
    events: [{ code: 'T2005I', event: 'session.upload', sid: 's-1', time: '2026-11-01T00:10:00Z' }],
  });
  const open = resourceNamed('audit').rowActions?.find(({ id }) => id === 'recording');
  if (!open || !('link' in open)) throw new Error('the audit log has no link to recordings');
  const links = () => rows.map((row) => open.link(row, { clusterId: 'c' } as never));
  expect(links()).toEqual(['/cluster/c/recordings?search=s-1&from=2026-10-31&to=2026-11-02']);
  serverBehaviour.isGateway = true;
  expect(links()).toEqual(['/cluster/c/session/s-1?recordingType=ssh']);
  serverBehaviour.isGateway = false;
});
