import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ThisNode as Config } from '../config/settings.ts';
import { Database } from '../store/database.ts';
import { InventoryStore } from '../store/inventory.ts';
import { migrate } from '../store/migrations.ts';
import { ThisNode } from './ThisNode.ts';

const ID = '11111111-2222-4333-8444-555555555555';

let inventory: InventoryStore;
let node: ThisNode;
const warn = vi.fn<(details: object, message: string) => void>();
beforeEach(() => {
  const db = new Database(':memory:');
  migrate(db);
  inventory = new InventoryStore(db);
  node = new ThisNode(ID, '127.0.0.1:3080', inventory, { warn });
  warn.mockClear();
});
afterEach(() => node.stop());

const config = (commands: Config['commands'] = {}): Config => ({
  name: 'web-1',
  labels: { env: 'dev' },
  commands,
  ownAccount: true,
});
const shell = (script: string, periodMs = 60_000) => ({ command: ['/bin/sh', '-c', script], periodMs });
const soon = (look: () => void) => vi.waitFor(look, { timeout: 10_000 });
const labels = () => inventory.find('node', ID)?.labels;

test('stands in the inventory under its id, by its name, at the gateway’s own address', () => {
  node.configure(config());
  expect(inventory.named('node', 'web-1')).toMatchObject([
    { key: ID, origin: 'self', labels: { env: 'dev' }, document: { spec: { addr: '127.0.0.1:3080' } } },
  ]);
});

test('a label has what its command prints, and nothing until it has printed', async () => {
  node.configure(config({ os: shell("echo '  linux '") }));
  expect(labels()).toEqual({ env: 'dev', os: '' });
  await soon(() => expect(labels()).toEqual({ env: 'dev', os: 'linux' }));
});

test('a command is run anew every period', async () => {
  node.configure(config({ time: shell('date +%N', 20) }));
  await soon(() => expect(labels()?.['time']).not.toBe(''));
  const first = labels()?.['time'];
  await soon(() => expect(labels()?.['time']).not.toBe(first));
});

test('a command that fails keeps the result before, and the log says so', async () => {
  node.configure(config({ os: shell('exit 3'), missing: { command: ['/no/such/program'], periodMs: 60_000 } }));
  await soon(() => expect(warn).toHaveBeenCalledTimes(2));
  expect(labels()).toEqual({ env: 'dev', os: '', missing: '' });
});

test('a new configuration replaces labels, and its absence the node', () => {
  node.configure(config());
  node.configure({ ...config(), labels: { env: 'prod' } });
  expect(labels()).toEqual({ env: 'prod' });
  node.configure(undefined);
  expect(inventory.count('node')).toBe(0);
});
