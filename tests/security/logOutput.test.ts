// A log that cannot be written delays neither requests nor the end of the gateway.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import { startGateway } from '../support/gateway.ts';
import { WebClient } from '../support/webClient.ts';

const ANSWER_MAX_MS = 15_000;
/** Each call writes a line of some 300 bytes: more than the buffers of a pipe and of the gateway. */
const CALLS = { pipe: 1_600, gateway: 5_200 };
const AT_ONCE = 40;
const CONFIG = "auth: { second_factor: 'off' }\nadmin: { name: admin }\n";

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<T>((_, reject) => setTimeout(() => reject(new Error('too late')), ANSWER_MAX_MS).unref()),
  ]);

test('if the reader of the log pauses, lines are dropped and counted when it continues', async () => {
  const gateway = await startGateway({ config: CONFIG });
  onTestFinished(() => gateway.kill());
  const admin = await WebClient.ofFirstInvite(gateway);
  const { stdout } = gateway.process;
  const call = async () => expect((await inTime(admin.get('/user/status'))).status).toBe(200);
  const callOften = async (calls: number) => {
    for (let done = 0; done < calls; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, call));
  };

  stdout?.pause();
  await callOften(CALLS.gateway);
  stdout?.resume();
  await expect
    .poll(() => call().then(() => gateway.log()), { timeout: ANSWER_MAX_MS, interval: 200 })
    .toMatch(/"lines":[1-9]\d*,"msg":"lines of the log were left out/);

  stdout?.pause();
  await callOften(CALLS.pipe);
  gateway.process.kill('SIGTERM');
  const [code] = (await inTime(once(gateway.process, 'exit'))) as unknown[];
  expect(code).toBe(0);
  stdout?.resume();
  await gateway.stop();
}, 240_000);

test('a full disk under the log does not stop the gateway', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-log-'));
  const port = await freePort('127.0.0.1');
  const script = fileURLToPath(new URL('../../gateway/launcher/start.cjs', import.meta.url));
  const full = openSync('/dev/full', 'w');
  const args = [script, '--port', String(port), '--data-dir', dataDir, '--log-level', 'info'];
  const gateway = spawn(process.execPath, args, { stdio: ['ignore', full, 'ignore'] });
  closeSync(full);
  const ask = async () => (await inTime(fetch(`http://127.0.0.1:${port}/web/config.js`))).status;
  try {
    await expect.poll(() => ask().catch(() => 0), { timeout: 120_000, interval: 200 }).toBe(200);
    for (let i = 0; i < AT_ONCE; i++) expect(await ask()).toBe(200);
    gateway.kill('SIGTERM');
    expect(await inTime(once(gateway, 'exit'))).toEqual([0, null]);
  } finally {
    gateway.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 180_000);
