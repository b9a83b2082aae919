import { expect, test, vi } from 'vitest';
import type { Desktop } from '../api/desktops.ts';
import { toNode } from '../api/nodes.ts';
import type { ActionContext } from './model/actionModel.ts';
import { resources } from './index.ts';

const context = (checkAccess: ActionContext['checkAccess']) => ({ clusterId: 'east', checkAccess }) as ActionContext;

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
  ['nodes', node, ['root', 'ubuntu'], '/cluster/east/console/node/id-1/deploy', { kind: 'node', id: 'id-1' }],
  [
    'desktops',
    desktop,
    ['Administrator'],
    '/cluster/east/desktops/lab-1/deploy',
    { kind: 'windows_desktop', id: 'lab-1' },
  ],
])(
  '%s are connected to as one of their logins, or as another one, and say why these',
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
