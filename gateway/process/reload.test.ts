import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { serveSelfSigned } from '../../tests/support/certificate.ts';
import { resolveSettings } from '../config/resolveSettings.ts';
import type { GatewayConfig } from '../config/settings.ts';
import type { ServedApp } from './app.ts';
import { reloader } from './reload.ts';

/** A running gateway with this `gateway.yaml`: the settings that it applies, and the errors that it logs. */
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
])(
  'refuses a configuration file that has become %s, and reads it again once it is restored',
  async (_, text, reason) => {
    const { file, motds, errors, reload } = await scene('auth: { motd: first }');
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
    await reload();
    expect([motds, errors]).toEqual([[], [expect.stringContaining(`configuration file ${file} ${reason}`)]]);
    writeFileSync(file, 'auth: { motd: second }');
    await reload();
    expect(motds).toEqual(['second']);
  },
);

test('reads a file that was created after the start, and reports its removal', async () => {
  const { file, motds, errors, reload } = await scene(undefined);
  await reload();
  writeFileSync(file, 'auth: { motd: first }');
  await reload();
  rmSync(file);
  await reload();
  expect([motds, errors]).toEqual([['', 'first'], [expect.stringContaining('it does not exist')]]);
});

test('yields to the event loop between the steps of a reload', async () => {
  const { motds, reload } = await scene('auth: { motd: first }');
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  await reload();
  clearImmediate(next);
  expect([motds, turns]).toEqual([['first'], 2]);
});

test('a renewed certificate is used for new connections, and an invalid one is refused', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-reload-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const [, tlsCert = '', , tlsKey = ''] = serveSelfSigned(dataDir);
  const options = { dataDir, tlsCert, tlsKey };
  const running = await resolveSettings(options, dataDir, () => Promise.resolve(4711));
  const server = createServer({ ...running.settings.listen.tls }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const logged: string[] = [];
  const log = Object.fromEntries(
    ['warn', 'info', 'error'].map((level) => [level, (text: string) => logged.push(text)]),
  );
  const app = { server: { log, server }, reload: () => undefined } as unknown as ServedApp;
  const reload = reloader(options, dataDir, running, app);
  const served = async () => {
    const socket = connect({ port: (server.address() as AddressInfo).port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const first = await served();
  serveSelfSigned(dataDir);
  await reload();
  const second = await served();
  expect(second).not.toBe(first);
  writeFileSync(tlsCert, 'no certificate');
  await reload();
  expect(await served()).toBe(second);
  expect(logged).toEqual(['gateway.yaml was reloaded', expect.stringContaining(`certificate ${tlsCert}`)]);
});
