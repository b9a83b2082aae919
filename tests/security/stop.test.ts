// No gateway outlives the npm that started it, however npm ends. One started without npm does not depend on its parent.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { descendantsOf, isRunning } from '../support/processes.ts';

const READY_MAX_MS = 120_000;
/** The gateway checks its parent twice a second, and closes in much less than a second. */
const STOP_MAX_MS = 8_000;

type Started = { launcher: ChildProcess; gateway: number };
const ended: (() => void)[] = [];
afterEach(() => ended.splice(0).forEach((end) => end()));

/** Runs the command in the project's directory and waits for the gateway that it starts. */
async function start(command: string, args: readonly string[], extra: Record<string, string> = {}): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-stop-'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|POSTERN_)/.test(name)));
  const launcher = spawn(command, [...args], {
    env: { ...env, ...extra, POSTERN_PORT: '0', POSTERN_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (data: Buffer) => (output += String(data)));
  const processes = new Set<number>();
  ended.push(() => {
    for (const pid of [...processes, ...descendantsOf(launcher.pid ?? 0), launcher.pid ?? 0]) {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
  await vi.waitFor(() => expect(output).toMatch(/Postern listens on/), { timeout: READY_MAX_MS, interval: 100 });
  const gateway = Number(readFileSync(join(dataDir, 'gateway.pid'), 'utf8'));
  for (const pid of [gateway, ...descendantsOf(launcher.pid ?? 0)]) processes.add(pid);
  expect(isRunning(gateway)).toBe(true);
  return { launcher, gateway };
}

const stopped = (pids: readonly number[]) =>
  vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: STOP_MAX_MS, interval: 50 });

describe('npm start', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    '%s to only npm ends the gateway',
    async (signal) => {
      const { launcher, gateway } = await start('npm', ['start']);
      expect(launcher.pid).not.toBe(gateway);
      const below = descendantsOf(launcher.pid ?? 0);
      launcher.kill(signal);
      await stopped([gateway, ...below]);
    },
    180_000,
  );

  test('the gateway continues if the shell that started npm ends', async () => {
    const { gateway } = await start('sh', ['-c', 'npm start & sleep 0.1']);
    await sleep(1_500);
    expect(isRunning(gateway)).toBe(true);
  }, 180_000);
});

describe('npm run dev', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    '%s to only npm ends the gateway and its builder',
    async (signal) => {
      const { launcher, gateway } = await start('npm', ['run', 'dev']);
      const below = descendantsOf(launcher.pid ?? 0);
      launcher.kill(signal);
      await stopped([gateway, ...below]);
    },
    180_000,
  );

  test('the gateway ends when its builder is killed', async () => {
    const { launcher, gateway } = await start('node', ['gateway/launcher/start.cjs', '--dev']);
    launcher.kill('SIGKILL');
    await stopped([gateway]);
  }, 180_000);
});

describe('without npm', () => {
  test.each([
    ['started directly', {}],
    ['started below another npm script', { npm_lifecycle_event: 'start', npm_lifecycle_script: './start.sh' }],
  ])(
    'a gateway that was %s continues if its parent ends',
    async (_how, env: Record<string, string>) => {
      const { launcher, gateway } = await start('sh', ['-c', 'node gateway/launcher/start.cjs & wait'], env);
      launcher.kill('SIGKILL');
      await sleep(1_500);
      expect(isRunning(gateway)).toBe(true);
    },
    180_000,
  );
});
