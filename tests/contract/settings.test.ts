// Cluster settings as documents: a write takes effect, settings of gateway.yaml remain, and no write can lock out all
// users.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentItemJson } from '../../src/wire/http.ts';
import type { FileConfig } from '../../gateway/config/fileConfig.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
const start = async (file: FileConfig = {}) => {
  gateway = await startInProcess({ auth: {}, ...file });
  admin = await gateway.admin();
};
beforeEach(() => start({ auth: { second_factor: 'off' } }));
afterEach(() => gateway.stop());

const KINDS = {
  cluster_auth_preference: 'cluster-auth-preference',
  session_recording_config: 'session-recording-config',
  cluster_networking_config: 'cluster-networking-config',
} as const;
type Kind = keyof typeof KINDS;

const pathOf = (kind: Kind) => `postern/documents/${kind}/${KINDS[kind]}`;
const put = (kind: Kind, spec: string) =>
  admin.call('PUT', pathOf(kind), {
    content: `kind: ${kind}\nversion: v2\nmetadata: { name: ${KINDS[kind]} }\n# ours\nspec: ${spec}\n`,
  });
const get = async (kind: Kind) => (await admin.call('GET', pathOf(kind))).json as DocumentItemJson;
const messageOf = ({ json }: { json: unknown }) => (json as { error: { message: string } }).error.message;
const config = () => gateway.app.gateway.config.get();

test('settings have their effective values before the first write, and cannot be removed', async () => {
  const item = await get('cluster_auth_preference');
  expect(item).toMatchObject({ origin: 'defaults', revision: '0', fixed: ['spec.second_factor'] });
  expect(item.content).toContain('second_factor: "off"');
  for (const kind of ['session_recording_config', 'cluster_networking_config'] as const) {
    expect((await get(kind)).fixed).toBeUndefined();
    expect((await admin.call('DELETE', pathOf(kind))).status).toBe(400);
  }
});

test('settings can be saved unchanged', async () => {
  for (const kind of ['cluster_auth_preference', 'session_recording_config', 'cluster_networking_config'] as const) {
    const { content } = await get(kind);
    expect((await admin.call('PUT', pathOf(kind), { content })).text).toContain('"dynamic"');
  }
});

describe('a write', () => {
  test('takes effect at once, is returned with its comment, and is in the audit log', async () => {
    const answer = await put('cluster_auth_preference', '{ message_of_the_day: Careful }');
    expect(answer.status).toBe(200);
    expect((answer.json as DocumentItemJson).content).toContain('# ours');
    expect((await admin.call('GET', 'motd')).json).toEqual({ Text: 'Careful' });
    const log = await admin.call(
      'GET',
      'sites/-current-/events/search?from=2029-01-01T00:00:00Z&to=2031-01-01T00:00:00Z',
    );
    expect(log.text).toContain('"auth_preference.update"');
    await gateway.app.reload(gateway.app.gateway.fileConfig.get()); // what SIGHUP does
    expect((await admin.call('GET', 'motd')).json).toEqual({ Text: 'Careful' });
  });

  test('stays effective if a reload of gateway.yaml fails', async () => {
    const { fileConfig, stores, now } = gateway.app.gateway;
    const { node: _node, ...before } = fileConfig.get();
    const state = () => [config(), fileConfig.get(), stores.alerts.active(now()), stores.inventory.all('node')];
    const was = state();
    const alerts = ['noon', 'night\0'].map((name) => ({ name, message: 'Maintenance', severity: 5 }));
    const auth = { ...before.auth, motd: 'Reloaded' };
    await expect(gateway.app.reload({ ...before, auth, alerts, inventory: [] })).rejects.toThrow('NUL');
    expect(state()).toEqual(was);
  });

  test('sets idle times, recording, and the end of sessions with a sign-in', async () => {
    await put(
      'cluster_networking_config',
      '{ client_idle_timeout: 20m, idle_timeout_message: Gone, web_idle_timeout: 1h }',
    );
    await put('session_recording_config', '{ mode: "off" }');
    await put('cluster_auth_preference', '{ disconnect_expired_cert: true }');
    expect(config().auth.idleTimeoutMs).toBe(3_600_000);
    expect(config().sessions).toEqual({
      recorded: false,
      idleTimeoutMs: 1_200_000,
      idleMessage: 'Gone',
      endWithSignIn: true,
      factorEach: false,
    });
  });

  test('disables recordings with an unquoted off', async () => {
    expect((await put('session_recording_config', '{ mode: off }')).status).toBe(200);
    expect(config().sessions.recorded).toBe(false);
  });

  test('can require a second factor for each session, independent of roles', async () => {
    const nodes = (await admin.call('GET', 'sites/-current-/nodes')).json as {
      items: { id: string; sshLogins: string[] }[];
    };
    const [node] = nodes.items;
    const asked = { node: { login: node?.sshLogins[0], node_name: node?.id } };
    const required = async () =>
      ((await admin.call('POST', 'sites/-current-/mfa/required', asked)).json as { required?: boolean }).required;
    expect(await required()).toBe(false);
    await put('cluster_auth_preference', '{ require_session_mfa: true }');
    expect(await required()).toBe(true);
    expect(
      gateway.app.gateway.accessCache.of({ name: 'x', roles: ['access'], traits: {} }).anyRequiresSessionMfa(),
    ).toBe(true);
  });
});

describe('refuses', () => {
  test.each<[string, Kind, string, RegExp]>([
    [
      'a setting of gateway.yaml',
      'cluster_auth_preference',
      '{ second_factor: otp }',
      /set in gateway\.yaml \(auth\.second_factor\)/,
    ],
    [
      'a setting that the gateway does not have',
      'cluster_auth_preference',
      '{ device_trust: { mode: required } }',
      /spec\.device_trust\.mode: this gateway does not have this setting/,
    ],
    [
      'a network setting that the gateway does not have',
      'cluster_networking_config',
      '{ proxy_listener_mode: 1 }',
      /spec\.proxy_listener_mode/,
    ],
    ['an unknown setting', 'session_recording_config', '{ modus: "off" }', /spec\.modus/],
    ['an unknown mode', 'session_recording_config', '{ mode: sometimes }', /"sometimes" is not one of/],
    ['a mode that is not a string', 'session_recording_config', '{ mode: true }', /^spec\.mode: expected a string/],
    ['unchecked host keys', 'session_recording_config', '{ proxy_checks_host_keys: false }', /always checks/],
    ['a value of the wrong type', 'cluster_networking_config', '{ web_idle_timeout: 5 }', /web_idle_timeout/],
    ['an idle timeout of a second', 'cluster_networking_config', '{ web_idle_timeout: 1s }', /must be at least 1m/],
    ['a negative idle timeout', 'cluster_networking_config', '{ web_idle_timeout: -1h }', /web_idle_timeout/],
    [
      'an invalid requirement of a second factor',
      'cluster_auth_preference',
      '{ require_session_mfa: session }',
      /require_session_mfa: expected true, false/,
    ],
    [
      'passwordless sign-in without hardware keys',
      'cluster_auth_preference',
      '{ allow_passwordless: true }',
      /passwordless=true/,
    ],
    [
      'an unknown connector',
      'cluster_auth_preference',
      '{ type: github, connector_name: corp }',
      /no connector "corp"/,
    ],
    ['no sign-in at all', 'cluster_auth_preference', '{ allow_local_auth: false }', /users could no longer sign in/],
    ['another relying party ID', 'cluster_auth_preference', '{ webauthn: { rp_id: example.com } }', /rp_id/],
  ])('%s', async (_what, kind, spec, message) => {
    const answer = await put(kind, spec);
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toMatch(message);
    expect((await get(kind)).origin).toBe('defaults');
  });
});

describe('a second factor', () => {
  beforeEach(async () => {
    await gateway.stop();
    await start({ auth: { second_factor: 'optional' } });
    // From here on gateway.yaml does not set it, as if an administrator removed the line.
    const file = gateway.app.gateway.fileConfig.get();
    await gateway.app.reload({ ...file, authInFile: [] });
  });

  test('cannot be required of all users by a user without a second factor', async () => {
    for (const [factor, missing] of [
      ['otp', 'authenticator app'],
      ['webauthn', 'hardware key'],
      ['"on"', 'second factor'],
    ] as const) {
      const answer = await put('cluster_auth_preference', `{ second_factor: ${factor} }`);
      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toContain(`you have no ${missing}`);
    }
    expect(config().auth.secondFactor).toBe('optional');
  });

  test('must allow keys while the writer has a passkey and no password', async () => {
    const { stores } = gateway.app.gateway;
    stores.devices.add({
      ...{ id: 'k', user: 'admin', name: 'key', kind: 'webauthn', credentialId: 'k', publicKey: '' },
      ...{ passkey: true, signCount: 0, addedMs: 0, usedMs: 0 },
    });
    stores.users.setPasswordHash('admin', undefined);
    for (const spec of ['{ second_factor: "off" }', '{ second_factor: webauthn, allow_passwordless: false }']) {
      const answer = await put('cluster_auth_preference', spec);
      expect(answer.status, spec).toBe(400);
      expect(messageOf(answer)).toMatch(/^spec\.\w+: you sign in with a passkey and could not sign in again/);
    }
    expect((await put('cluster_auth_preference', '{ second_factor: webauthn }')).status).toBe(200);
  });

  test('can be required of all users by a user with a second factor, also with an unquoted on', async () => {
    gateway.app.gateway.stores.devices.add({
      ...{ id: 'd', user: 'admin', name: 'app', kind: 'totp', secret: 'AAAA', lastStep: 0, addedMs: 0, usedMs: 0 },
    });
    expect((await put('cluster_auth_preference', '{ second_factor: on }')).status).toBe(200);
    expect(config().auth.secondFactor).toBe('on');
    expect(messageOf(await put('cluster_auth_preference', '{ second_factor: webauthn }'))).toContain('hardware key');
  });
});

test('the second of two concurrent updates from one revision is a conflict', async () => {
  const { revision } = await get('session_recording_config');
  const send = (mode: string) =>
    admin.call('PUT', pathOf('session_recording_config'), {
      content: `kind: session_recording_config\nversion: v2\nmetadata: { name: session-recording-config }\nspec: { mode: ${mode} }\n`,
      revision,
    });
  const answers = await Promise.all([send('node'), send('proxy')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
