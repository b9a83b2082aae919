// The answers that depend on the second factor setting, for each of its five values.
import type { SecondFactor } from '../../src/wire/config.ts';
import type { CreationOptionsJson } from '../../src/wire/webauthn.ts';
import type { ApiClient, Sent } from '../support/ApiClient.ts';
import { FactorScene } from '../support/factorScene.ts';
import { recordedGroup } from '../support/recorded.ts';
import { PASSWORD, replayGroup, type Mend, type Stage } from '../support/replay.ts';

const ADMIN = 'rec-admin';
const JUDGED = 'admin with per-session check';
const encoded = Buffer.from(PASSWORD).toString('base64');

const PER_SESSION_ROLE = `kind: role
version: v6
metadata: {name: rec-mfa}
spec:
  options: {require_session_mfa: true}
  allow:
    logins: [root]
    node_labels: {'*': '*'}
    rules: [{resources: [connection_diagnostic], verbs: [create, read, update]}]
`;

function replayMode(mode: SecondFactor): void {
  const scene = new FactorScene();
  const clusterName = mode === 'optional' ? 'leaf.example.test' : 'example.test';
  const hasApp = mode === 'otp' || mode === 'optional';
  const once = new Set<string>();
  let privilege = '';
  let usedCode = '';
  let creation: CreationOptionsJson;
  let assertion: object;
  let ivanToken = '';
  let node = '';

  /** Does the work of records that are not replayed, at most once. */
  const first = async (what: string, work: () => Promise<unknown>) => {
    if (once.has(what)) return;
    once.add(what);
    await work();
  };

  const invitation = async ({ token, client }: Stage): Promise<object> => {
    if (mode === 'off') return {};
    if (hasApp) {
      scene.secret = await scene.newSecret(client('admin'), token);
      return { second_factor_token: scene.code(), deviceName: 'phone' };
    }
    const options = await scene.creationOptions(client('admin'), token);
    return { webauthnCreationResponse: scene.key.create(options), deviceName: 'yubi' };
  };
  const put = async (stage: Stage, more: object) => ({ body: { token: stage.token, password: encoded, ...more } });

  const signedIn = (stage: Stage) =>
    first('invitation', async () => {
      const admin = stage.client('admin');
      await admin.openPage();
      await admin.send({
        method: 'PUT',
        path: '/v1/webapi/users/password/token',
        headers: admin.signedIn,
        ...(await put(stage, await invitation(stage))),
      });
    });

  const add = async (browser: ApiClient, name: string, body: object) => {
    const answer = await browser.call('POST', 'mfa/devices', { tokenId: privilege, deviceName: name, ...body });
    if (answer.status !== 200) throw new Error(`${name} was not added: ${answer.text}`);
  };
  const newApp = async (browser: ApiClient) => {
    const secret = await scene.newSecret(browser, privilege);
    if (mode === 'on') scene.secret = secret;
    return { secondFactorToken: scene.code(secret) };
  };
  const devices = async (browser: ApiClient, name: string) => {
    if (privilege === '') privilege = await scene.privilege(browser);
    const has = ((await browser.call('GET', 'mfa/devices')).json as { name: string }[]).some((d) => d.name === name);
    if (!has && name === 'second app') await add(browser, name, await newApp(browser));
    if (!has && name === 'backup key') {
      const options = await scene.creationOptions(browser, privilege);
      await add(browser, name, { webauthnRegisterResponse: scene.newKey().create(options) });
    }
  };

  const ivan = ({ client }: Stage) =>
    first('ivan', async () => {
      ivanToken = await client('admin').invite('rec-ivan', ['access']);
      await client('rec-ivan').openPage();
    });
  const ivanPut = async ({ client }: Stage) => {
    const options = await scene.creationOptions(client('rec-ivan'), ivanToken, 'passwordless');
    const webauthnCreationResponse = scene.passkey.create(options, { verified: true });
    return { token: ivanToken, password: null, webauthnCreationResponse, deviceName: 'touch' };
  };
  const ivanReady = async (stage: Stage) => {
    await ivan(stage);
    await first('ivan-put', async () => {
      const browser = stage.client('rec-ivan');
      const body = await ivanPut(stage);
      await browser.send({ method: 'PUT', path: '/v1/webapi/users/password/token', headers: browser.signedIn, body });
    });
    return {};
  };

  const withoutDevices = async (browser: ApiClient) => {
    const list = (await browser.call('GET', 'mfa/devices')).json as { id: string }[];
    for (const { id } of list) await browser.call('DELETE', `mfa/token/${privilege}/devices/${id}`);
  };

  /** Signs the administrator in again, with a role that requires a second factor in every session. */
  const judged = ({ client }: Stage) =>
    first('judged', async () => {
      const [admin, browser] = [client('admin'), client(JUDGED)];
      await admin.call('POST', 'roles', { content: PER_SESSION_ROLE });
      await admin.call('PUT', 'users', { name: ADMIN, roles: ['access', 'editor', 'auditor', 'rec-mfa'] });
      await browser.openPage();
      if (mode === 'on' || mode === 'webauthn') {
        const answer = scene.key.get(await scene.loginOptions(browser, ADMIN));
        await browser.call('POST', 'mfa/login/finishsession', { user: ADMIN, webauthnAssertionResponse: answer });
      } else {
        if (mode === 'optional') await withoutDevices(admin); // from here on only a password is required
        await browser.signIn(ADMIN, PASSWORD, mode === 'otp' ? scene.code() : '');
      }
      const nodes = await browser.call('GET', `sites/${clusterName}/nodes?query=name=="node-1"&limit=1`);
      node = (nodes.json as { items: { id: string }[] }).items[0]?.id ?? '';
    });

  const finish = (user: string | undefined, answer: object) => ({
    body: { ...(user !== undefined && { user }), webauthnAssertionResponse: answer },
  });
  const asked = async ({ client }: Stage) => scene.loginOptions(client('login'), ADMIN);
  const passkeyAnswer = async ({ client }: Stage, ceremony: { verified?: boolean }) =>
    scene.passkey.get(await scene.passkeyOptions(client('passwordless')), ceremony);

  const privileged =
    (make: (browser: ApiClient) => Promise<object>): Mend =>
    async ({ client }, sent) => {
      const browser = client('admin');
      if (privilege === '') privilege = await scene.privilege(browser);
      const body = sent.body as object | undefined;
      return {
        path: sent.path.replace('<hex32>', privilege),
        ...(body && { body: { ...body, tokenId: privilege, ...(await make(browser)) } }),
      };
    };
  const nothing = async () => ({});
  const created = (ceremony: { verified?: boolean }, usage: 'mfa' | 'passwordless', key = scene.newKey()) =>
    privileged(async (browser) => ({
      webauthnRegisterResponse: key.create(await scene.creationOptions(browser, privilege, usage), ceremony),
    }));
  const deleted =
    (name: string): Mend =>
    async (stage, sent) => {
      await devices(stage.client('admin'), name);
      return privileged(nothing)(stage, sent);
    };

  const adjustments: Record<string, Mend> = {
    'invite-none': (stage) => put(stage, {}),
    'invite-wrong-code': (stage) => put(stage, { second_factor_token: '000000' }),
    'invite-passwordless-no-key': (stage) => put(stage, { password: '' }),
    'invite-other-origin': async (stage) => {
      const options = await scene.creationOptions(stage.client('admin'), stage.token);
      return put(stage, { webauthnCreationResponse: scene.newKey('https://evil.example').create(options) });
    },
    'invite-otp-refused': async (stage) =>
      put(stage, { second_factor_token: scene.code(await scene.newSecret(stage.client('admin'), stage.token)) }),
    'login-wrong-code': (_stage, { body }) => ({ body: { ...(body as object), second_factor_token: '000000' } }),
    'login-code': (_stage, { body }) => ({
      body: { ...(body as object), second_factor_token: (usedCode = scene.code()) },
    }),
    'login-code-again': (_stage, { body }) => ({ body: { ...(body as object), second_factor_token: usedCode } }),
    'finish-bad-signature': async (stage) => {
      const answer = scene.key.get(await asked(stage));
      const signature = Buffer.from('nonsense').toString('base64url');
      return finish(ADMIN, { ...answer, response: { ...answer.response, signature } });
    },
    'finish-other-user': async (stage) => finish('rec-nobody', scene.key.get(await asked(stage))),
    'finish-no-user': async (stage) => finish(undefined, scene.key.get(await asked(stage))),
    finish: async (stage) => finish(ADMIN, (assertion = scene.key.get(await asked(stage)))),
    'finish-replay': () => finish(ADMIN, assertion),
    privilege: async ({ client }) =>
      mode === 'off' ? { body: { secondFactorToken: '123456' } } : { body: await scene.proof(client('admin')) },
    'delete-last': privileged(nothing),
    'register-totp': privileged(nothing),
    'register-key': privileged(nothing),
    'add-totp': privileged(newApp),
    'add-key': privileged(async (browser) => {
      creation = await scene.creationOptions(browser, privilege);
      return { webauthnRegisterResponse: scene.newKey().create(creation) };
    }),
    'add-key-replay': privileged(async () => ({ webauthnRegisterResponse: scene.newKey().create(creation) })),
    'add-passwordless-no-uv': created({}, 'passwordless'),
    'add-passwordless': created({ verified: true }, 'passwordless', scene.passkey),
    'add-usage-mismatch': created({ verified: true }, 'mfa'),
    'devices-all': async ({ client }) => {
      for (const name of ['backup key', ...(mode === 'webauthn' ? [] : ['second app'])]) {
        await devices(client('admin'), name);
      }
      return {};
    },
    'passwordless-no-uv': async (stage) => finish(undefined, await passkeyAnswer(stage, {})),
    'passwordless-no-handle': async (stage) => {
      const answer = await passkeyAnswer(stage, { verified: true });
      return finish(undefined, { ...answer, response: { ...answer.response, userHandle: '' } });
    },
    passwordless: async (stage) => finish(undefined, await passkeyAnswer(stage, { verified: true })),
    'delete-backup-key': deleted('backup key'),
    'delete-second-app': deleted('second app'),
    'delete-touch': deleted('touch'),
    'password-key': async ({ client }, { body }) => ({
      body: { ...(body as object), ...(await scene.proof(client('admin'))) },
    }),
    'password-code': (_stage, { body }) => ({ body: { ...(body as object), second_factor_token: scene.code() } }),
    'ivan-register': async (stage, { path }) => {
      await ivan(stage);
      return { path: path.replace('<hex32>', ivanToken) };
    },
    'ivan-put': async (stage) => {
      once.add('ivan-put');
      return { body: await ivanPut(stage) };
    },
    'ivan-devices': ivanReady,
    'ivan-challenge-password': ivanReady,
    'ivan-login': ivanReady,
    'ivan-passwordless': async (stage) => {
      await ivanReady(stage);
      return finish(
        undefined,
        scene.passkey.get(await scene.passkeyOptions(stage.client('rec-ivan')), { verified: true }),
      );
    },
    'scp-key-again': async ({ client }, { path }) => {
      const options = await scene.proof(client(JUDGED));
      const spent = path.replace(/(webauthn=).*/, `$1${encodeURIComponent(JSON.stringify(options))}`);
      await client(JUDGED).send({ method: 'GET', path: spent, headers: client(JUDGED).signedIn });
      return { path: spent };
    },
    'diagnose-key': async ({ client }, { body }) => {
      const { webauthnAssertionResponse } = (await scene.proof(client(JUDGED))) as {
        webauthnAssertionResponse?: object;
      };
      return { body: { ...(body as object), mfa_response: { webauthn_response: webauthnAssertionResponse } } };
    },
    'diagnose-wrong': (_stage, { body }) => ({ body: { ...(body as object), mfa_response: { totp_code: '000000' } } }),
  };
  for (const name of ['invite-key', 'invite-otp', 'invite-off']) {
    adjustments[name] = async (stage) => {
      once.add('invitation');
      return put(stage, await invitation(stage));
    };
  }

  /** The current browser, with the IDs of this gateway in the path. */
  const adjust =
    (id: string, as: string): Mend =>
    async (stage, sent) => {
      const name = id.replace(/^[^.]*\./, '');
      const browser = stage.client(as);
      if (!/^(config|ping|begin-passwordless|login-unknown|invite)/.test(name)) await signedIn(stage);
      if (as === JUDGED) await judged(stage);
      if (sent.headers?.['x-csrf-token'] !== undefined && browser.csrf === '') await browser.openPage();
      const path = sent.path.replace(/\/nodes\/[0-9a-f-]{36}\//, `/nodes/${node}/`);
      const named: Sent = { ...sent, path: name.startsWith('invite') ? path.replace('<hex32>', stage.token) : path };
      const adjusted = { path: named.path, ...(await adjustments[name]?.(stage, named)) };
      if (sent.headers?.['authorization'] !== undefined && browser.bearer === '') await browser.openPage();
      const signs = sent.headers?.['x-csrf-token'] !== undefined;
      return {
        ...adjusted,
        ...(signs && {
          headers:
            sent.headers?.['authorization'] === undefined
              ? { cookie: browser.cookieHeader, 'x-csrf-token': browser.csrf }
              : browser.signedIn,
        }),
      };
    };

  const group = `mfa-${mode}`;
  replayGroup(group, {
    start: () => scene.start(mode, clusterName),
    signedIn: false,
    adjust: Object.fromEntries(recordedGroup(group).map(({ id, request }) => [id, adjust(id, request.as)])),
  });
}

for (const mode of ['off', 'otp', 'optional', 'on', 'webauthn'] as const) replayMode(mode);
