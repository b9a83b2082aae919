import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resolveSettings } from '../config/resolveSettings.ts';
import type { GatewayConfig } from '../config/settings.ts';
import type { ServedApp } from './app.ts';
import { reloader } from './reload.ts';

/** A running gateway with this `gateway.yaml`: what it takes over, and what it logs as errors. */
async function scene(text: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-reload-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'gateway.yaml');
  if (text !== undefined) writeFileSync(file, text);
  const running = await resolveSettings({ dataDir }, dataDir, () => Promise.resolve(4711));
  const motds: string[] = [];
  const errors: string[] = [];
  const log = { warn: () => undefined, info: () => undefined, error: (message: string) => errors.push(message) };
  const app = {
    server: { log },
    reload: (config: GatewayConfig) => void motds.push(config.auth.motd),
  } as unknown as ServedApp;
  return { file, motds, errors, reload: reloader({ dataDir }, dataDir, running, app) };
}

test.each([
  ['missing', undefined, 'cannot be read: it does not exist'],
  ['empty', ' \n', 'is empty'],
])('a file that is %s where there was one is refused, and is taken again when it is back', async (_, text, reason) => {
  const { file, motds, errors, reload } = await scene('auth: { motd: first }');
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
  await reload();
  expect([motds, errors]).toEqual([[], [expect.stringContaining(`configuration file ${file} ${reason}`)]]);
  writeFileSync(file, 'auth: { motd: second }');
  await reload();
  expect(motds).toEqual(['second']);
});

test('a gateway that began without a file takes one over, and keeps to it', async () => {
  const { file, motds, errors, reload } = await scene(undefined);
  await reload();
  writeFileSync(file, 'auth: { motd: first }');
  await reload();
  rmSync(file);
  await reload();
  expect([motds, errors]).toEqual([['', 'first'], [expect.stringContaining('it does not exist')]]);
});
