import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { ThisNode as Config } from '../config/settings.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { ThisNode } from './ThisNode.ts';

const ID = '11111111-2222-4333-8444-555555555555';

let inventory: InventoryStore;
let node: ThisNode;
let folder: string;
const warn = vi.fn<(details: object, message: string) => void>();
beforeEach(() => {
  inventory = memoryStores().inventory;
  node = start();
  folder = mkdtempSync(join(tmpdir(), 'postern-node-'));
  warn.mockClear();
});
afterEach(() => {
  node.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = () => new ThisNode(ID, '127.0.0.1:3080', inventory, { warn });

const config = (commands: Config['commands'] = {}): Config => ({
  name: 'web-1',
  labels: { env: 'dev' },
  commands,
  ownAccount: true,
});
const shell = (script: string, periodMs = 60_000) => ({ command: ['/bin/sh', '-c', script], periodMs });
const soon = (look: () => void) => vi.waitFor(look, { timeout: 10_000 });
const labels = () => inventory.find('node', ID)?.labels;

test('is in the inventory with its id, its name and the address of the gateway', () => {
  void node.configure(config());
  expect(inventory.named('node', 'web-1')).toMatchObject([
    { key: ID, origin: 'self', labels: { env: 'dev' }, document: { spec: { addr: '127.0.0.1:3080' } } },
  ]);
});

test('a label has the output of its command, and the server is listed once all commands have run', async () => {
  const go = join(folder, 'go');
  const listed = node.configure(
    config({
      os: shell("echo '  linux '"),
      tier: shell(`for i in $(seq 900); do [ -e ${go} ] && break; sleep 0.01; done; echo restricted`),
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(labels()).toBeUndefined();
  writeFileSync(go, '');
  await listed;
  expect(labels()).toEqual({ env: 'dev', os: 'linux', tier: 'restricted' });
});

test('a new configuration keeps the value of a label until its command has finished', async () => {
  const go = join(folder, 'go');
  const answers = (value: string) =>
    shell(`for i in $(seq 900); do [ -e ${go} ] && break; sleep 0.01; done; echo ${value}`);
  await node.configure({ ...config({ tier: shell('echo restricted') }), labels: { zone: 'inner', env: 'dev' } });
  void node.configure(config({ tier: answers('open'), zone: answers('outer'), os: answers('linux') }));
  expect(labels()).toEqual({ env: 'dev', tier: 'restricted', zone: 'inner' });
  writeFileSync(go, '');
  await soon(() => expect(labels()).toEqual({ env: 'dev', tier: 'open', zone: 'outer', os: 'linux' }));
});

test('lists the server after the first run of its commands, with the last result of a failed one', async () => {
  await node.configure(config({ tier: shell('echo restricted') }));
  node.stop();
  node = start();
  const waiting = node.configure(config({ tier: shell('sleep 1') }));
  expect(labels()).toBeUndefined();
  const listed = node.configure(config({ tier: shell('exit 1') }));
  expect(labels()).toBeUndefined();
  await listed;
  expect(labels()).toEqual({ env: 'dev', tier: 'restricted' });
  node.stop();
  await waiting;
  expect(labels()).toEqual({ env: 'dev', tier: 'restricted' });
});

test('a command is not started again while it runs', async () => {
  const runs = join(folder, 'runs');
  void node.configure(config({ slow: shell(`echo run >> ${runs}; sleep 10`, 20) }));
  await soon(() => expect(existsSync(runs)).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(readFileSync(runs, 'utf8')).toBe('run\n');
});

test('a command runs again after each period', async () => {
  await node.configure(config({ time: shell('date +%N', 20) }));
  expect(labels()?.['time']).not.toBe('');
  const first = labels()?.['time'];
  await soon(() => expect(labels()?.['time']).not.toBe(first));
});

test('a command that fails in its first run has an empty result and is logged', async () => {
  await node.configure(config({ os: shell('exit 3'), missing: { command: ['/no/such/program'], periodMs: 60_000 } }));
  expect(warn).toHaveBeenCalledTimes(2);
  expect(labels()).toEqual({ env: 'dev', os: '', missing: '' });
});

test('a command that fails later keeps its last result', async () => {
  const runs = join(folder, 'runs');
  const script = `[ -e ${runs} ] && { echo again >> ${runs}; exit 3; }; echo first | tee ${runs}`;
  await node.configure(config({ os: shell(script, 20) }));
  await soon(() => expect(readFileSync(runs, 'utf8')).toContain('again\nagain'));
  expect(labels()).toEqual({ env: 'dev', os: 'first' });
});

test('a new configuration replaces the labels, and no configuration removes the node', () => {
  void node.configure(config());
  void node.configure({ ...config(), labels: { env: 'prod' } });
  expect(labels()).toEqual({ env: 'prod' });
  void node.configure(undefined);
  expect(inventory.count('node')).toBe(0);
});
