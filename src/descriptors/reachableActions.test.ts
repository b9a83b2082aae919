import { expect, test, vi } from 'vitest';
import { resourceNamed } from '../../tests/support/resourceNamed.ts';
import type { Desktop } from '../api/desktops.ts';
import { config } from '../api/config.ts';
import { toApp } from '../api/apps.ts';
import { activeSessionList } from '../api/activeSessions.ts';
import { readIntegration } from '../api/integrations.ts';
import { toNode } from '../api/nodes.ts';
import apps from './apps.descriptor.ts';
import integrations from './integrations.descriptor.ts';
import sessions from './sessions.descriptor.ts';
import type { ActionContext } from './model/actionModel.ts';
import { rowChoices } from '../resources/actions/rowChoices.ts';
import { resources } from './index.ts';
import { restrict } from './restrict.ts';

const context = (checkAccess: ActionContext['checkAccess'], clusterId = config.proxyCluster) =>
  ({ clusterId, checkAccess }) as ActionContext;

const node = toNode({ id: 'id-1', hostname: 'web-1', sshLogins: ['ubuntu', 'root'] });
const desktop: Desktop = {
  id: 'lab-1',
  name: 'lab-1',
  addr: '10.9.0.4:5900',
  hostId: '',
  labels: [],
  logins: ['Administrator'],
};

test.each([
  [
    'nodes',
    node,
    ['root', 'ubuntu'],
    `/cluster/${config.proxyCluster}/console/node/id-1/deploy`,
    { kind: 'node', id: 'id-1' },
  ],
  [
    'desktops',
    desktop,
    ['Administrator'],
    `/cluster/${config.proxyCluster}/desktops/lab-1/deploy`,
    { kind: 'windows_desktop', id: 'lab-1' },
  ],
])(
  'the connect menu of %s has the logins, a free login and a link to the access check',
  (name, row, logins, to, about) => {
    const action = resources.find((one) => one.name === name)?.rowActions?.find(({ id }) => id === 'connect');
    const checkAccess = vi.fn();
    const menu = action && 'menu' in action ? action.menu(row, context(checkAccess)) : undefined;
    expect(menu?.entries.map(({ label }) => label)).toEqual(logins);
    expect(menu?.free?.to(' deploy ')).toBe(to);
    expect(menu?.free?.to('  ')).toBeUndefined();
    menu?.also?.run();
    expect(checkAccess).toHaveBeenCalledExactlyOnceWith(about);
  },
);

test('a leaf cluster has no access check, because its roles are unknown', () => {
  const resource = resourceNamed('nodes');
  const action = resource.rowActions?.find(({ id }) => id === 'connect');
  const leaf = context(() => undefined, 'leaf');
  expect(action && 'menu' in action ? action.menu(node, leaf).also : action).toBeUndefined();
  const ids = (of: ActionContext) => {
    const choices = { acl: {}, self: 'mara', context: of, open: () => undefined, remove: () => undefined };
    const bare = { ...restrict(resource, {}), rowActions: [] };
    return rowChoices(bare, node, choices).map(({ id }) => id);
  };
  expect(ids(leaf)).not.toContain('access');
  expect(ids(context(() => undefined))).toContain('access');
});

test('an application without an address cannot be launched', () => {
  const launch = apps.rowActions?.find(({ id }) => id === 'launch');
  expect(launch?.blocked?.(toApp({ name: 'wiki' }), '')).toBe('The server does not tell its address');
  expect(launch?.blocked?.(toApp({ name: 'grafana', fqdn: 'grafana.example.test' }), '')).toBeUndefined();
});

test('only AWS integrations can be changed', () => {
  expect(integrations.fixed?.(readIntegration({ name: 'octo', subKind: 'github' }))?.mark).toBe('github');
  expect(integrations.fixed?.(readIntegration({ name: 'aws', subKind: 'aws-oidc' }))).toBeUndefined();
});

test('the palette lists the participants of a session, and none for a session without participants', async () => {
  const { rows } = await activeSessionList.read({ sessions: [{ parties: [{ user: 'ada' }] }, { parties: null }] });
  const { palette } = sessions;
  expect(rows.map((row) => palette && palette.detail?.(row))).toEqual(['open now, ada', 'open now']);
});

test('the text of an empty list does not mention a service', () => {
  for (const name of ['nodes', 'apps', 'kubernetes', 'databases', 'desktops'])
    expect(resourceNamed(name).list.empty.text).not.toMatch(/service/);
});
