// A reload of gateway.yaml (SIGHUP) with thousands of servers must not freeze the sessions of users.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { expectShortPauses, fileUrl } from '../support/loopScene.ts';

const SERVERS = 9000;
const dataDir = mkdtempSync(join(tmpdir(), 'postern-reload-'));
const probe = join(dataDir, 'probe');

const yaml = (last: string, count = SERVERS) => {
  const server = (n: number) =>
    `  - kind: node\n    sub_kind: openssh\n    metadata: { name: n${n}, labels: { team: t${n % 50} } }\n` +
    `    spec: { hostname: host-${n}, addr: 10.0.0.1:22 }\n`;
  return `inventory:\n${Array.from({ length: count }, (_, n) => server(n)).join('')}${last}`;
};

let gateway: Gateway;
beforeAll(async () => {
  const env = { NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`, LOOP_PROBE: probe };
  gateway = await startGateway({ dataDir, config: yaml(''), env });
}, 180_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const count = (text: string) => gateway.log().split(text).length;

async function reload(config: string, outcome: string): Promise<void> {
  const before = count(outcome);
  writeFileSync(join(dataDir, 'gateway.yaml'), config);
  gateway.process.kill('SIGHUP');
  await vi.waitFor(() => expect(count(outcome)).toBeGreaterThan(before), { timeout: 30_000, interval: 50 });
}

test('a changed file, and one with a mistake at its end, block no one else', async () => {
  await reload(yaml('# first\n'), 'gateway.yaml was reloaded');
  let n = 0;
  await expectShortPauses(probe, () => reload(yaml(`# ${(n += 1)}\nssh: { any_host: true }\n`), 'yaml was reloaded'));
  await expectShortPauses(probe, () => reload(yaml(`ssh: { any_hosts: ${(n += 1)} }\n`), 'yaml was not reloaded'));
}, 180_000);
