// A hardware key for each session on a desktop, requested in the socket (streams §3.4, §5.4).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuthnChallengeJson, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { startVncServer, type VncServer } from '../support/desktopServers.ts';
import { openDesktop, type DesktopSocket } from '../support/desktopSocket.ts';
import { addRole } from '../support/inProcessTerminal.ts';
import { SoftKey } from '../support/SoftKey.ts';

let vnc: VncServer;
let gateway: InProcess;
let admin: ApiClient;
/** A user with a key, and a user without. */
let kay: ApiClient;
let nora: ApiClient;
const key = new SoftKey('http://localhost:3080');

beforeAll(async () => {
  vnc = await startVncServer();
  const metadata = { name: 'lab-1', labels: { team: 'lab' } };
  const spec = { addr: `127.0.0.1:${vnc.port}` };
  gateway = await startInProcess({
    auth: { second_factor: 'optional' },
    inventory: [{ kind: 'windows_desktop', version: 'v3', metadata, spec }],
  });
  admin = await gateway.admin();
  await addRole(admin, 'careful', {
    allow: { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['lab'] },
    options: { require_session_mfa: true },
  });
  [kay, nora] = [await gateway.user(admin, 'kay', ['careful']), await gateway.user(admin, 'nora', ['careful'])];
  const tokenId = String((await kay.call('POST', 'users/privilege/token', {})).json);
  const asked = { deviceType: 'webauthn', deviceUsage: 'mfa' };
  const { json } = await kay.call('POST', `mfa/token/${tokenId}/registerchallenge`, asked);
  const creation = (json as RegisterChallengeJson).webauthn?.publicKey;
  const webauthnRegisterResponse = creation && key.create(creation);
  const device = { tokenId, deviceName: 'own', webauthnRegisterResponse, deviceUsage: 'mfa' };
  expect((await kay.call('POST', 'mfa/devices', device)).status).toBe(200);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await vnc.stop();
});

const open = (browser: ApiClient) => openDesktop(gateway, browser, 'lab-1', { extensions: '1' });

async function answerTo(desktop: DesktopSocket): Promise<string> {
  const { json } = await desktop.sees('factor');
  const { webauthn_challenge } = JSON.parse(json) as AuthnChallengeJson;
  if (!webauthn_challenge) throw new Error('no challenge for a key');
  return JSON.stringify(key.get(webauthn_challenge.publicKey));
}

test('the desktop starts after the answer with the last requested size', async () => {
  const desktop = open(kay);
  const json = await answerTo(desktop);
  expect(desktop.messages.map(({ kind }) => kind)).toEqual(['factor']);
  desktop.send({ kind: 'screenSize', width: 500, height: 400 });
  desktop.send({ kind: 'factor', factorKind: 'n', json });
  await desktop.sees('picture');
  await desktop.until(() => desktop.of('activated').at(-1)?.width === 500, 'the size');
});

test.each([
  ['an empty answer', '{}'],
  ['text that is not JSON', 'ls'],
])('%s ends the session', async (_, json) => {
  const desktop = open(kay);
  await desktop.sees('factor');
  desktop.send({ kind: 'factor', factorKind: 'n', json });
  expect(await desktop.refusal()).toContain('MFA response validation failed');
});

test('an answer is valid once', async () => {
  const first = open(kay);
  const json = await answerTo(first);
  first.send({ kind: 'factor', factorKind: 'n', json });
  await first.sees('picture');
  const second = open(kay);
  await second.sees('factor');
  second.send({ kind: 'factor', factorKind: 'n', json });
  expect(await second.refusal()).toContain('MFA response validation failed');
});

test('an answer without a challenge is an invalid message', async () => {
  const desktop = open(kay);
  desktop.send({ kind: 'factor', factorKind: 'n', json: await answerTo(desktop) });
  await desktop.sees('picture');
  desktop.send({ kind: 'factor', factorKind: 'n', json: '{}' });
  expect(await desktop.refusal()).toContain('a message that the gateway does not know');
});

test('a user without a hardware key gets an error', async () => {
  expect(await open(nora).refusal()).toContain('user has no MFA devices');
});

test('a lock ends a session that waits for a key', async () => {
  const waiting = open(kay);
  await waiting.sees('factor');
  const { json } = await admin.call('PUT', 'sites/-current-/locks', { targets: { user: 'kay' }, message: '', ttl: '' });
  expect(await waiting.refusal()).toBe('lock targeting User:"kay" is in force');
  await admin.call('DELETE', `sites/-current-/locks/${(json as { name: string }).name}`);
  await expect.poll(() => gateway.app.gateway.desktops.begunBy('kay')).toBe(0);
});

test('the gateway does not wait for a client that has disconnected', async () => {
  const desktop = open(kay);
  await desktop.sees('factor');
  desktop.socket.terminate();
  await expect.poll(() => gateway.app.gateway.desktops.begunBy('kay')).toBe(0);
});
