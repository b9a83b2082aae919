// The recorded history of one account: password, devices, proofs, reset.
import { randomBytes } from 'node:crypto';
import type { ApiClient } from '../support/ApiClient.ts';
import { FactorScene } from '../support/factorScene.ts';
import { recordedGroup } from '../support/recorded.ts';
import { PASSWORD, replayGroup, type Mend, type Stage } from '../support/replay.ts';

const NAME = 'rec-carol';
const scene = new FactorScene();
/** The newest privilege token of the user. */
let token = '';
let added = '';
let oldPhone = '';
let link = '';

const carol = ({ client }: Stage): ApiClient => client('carol');
const unknown = () => randomBytes(16).toString('hex');

/** Gets the token that adds the first app, and its secret. */
const firstApp = async (stage: Stage) => {
  if (token !== '') return;
  token = String((await carol(stage).call('POST', 'users/privilege/token', {})).json);
  scene.secret = await scene.newSecret(carol(stage), token);
};
const addition =
  (more: () => object): Mend =>
  async (stage, { body }) => {
    await firstApp(stage);
    return { body: { ...(body as object), tokenId: token, ...more() } };
  };
const withToken: Mend = (_stage, { path }) => ({ path: path.replace('<hex32>', token) });
const withUnknown: Mend = (_stage, { path }) => ({ path: path.replace('<hex32>', unknown()) });
const reset = async ({ client }: Stage): Promise<string> => {
  if (link !== '') return link;
  const { json } = await client('admin').call('POST', 'users/password/token', { name: NAME, type: 'password' });
  return (link = (json as { tokenId: string }).tokenId);
};
const withLink: Mend = async (stage, { path }) => ({ path: path.replace('<hex32>', await reset(stage)) });

const mends: Record<string, Mend> = {
  'privilege-bad': () => ({ body: { secondFactorToken: '123456' } }),
  'add-no-name': addition(() => ({ secondFactorToken: scene.code() })),
  'add-no-answer': addition(() => ({})),
  'add-bad-token': addition(() => ({ tokenId: unknown(), secondFactorToken: scene.code() })),
  add: addition(() => ({ secondFactorToken: (added = scene.code()) })),
  'privilege-used-code': () => ({ body: { secondFactorToken: added } }),
  privilege: () => ({ body: { secondFactorToken: scene.code() } }),
  'token-devices': async (stage, sent) => {
    token = await scene.privilege(carol(stage));
    return withToken(stage, sent);
  },
  'token-challenge-unknown': withUnknown,
  'token-devices-unknown': withUnknown,
  'register-passwordless': withToken,
  'register-usage-capital': withToken,
  'register-bad-usage': withToken,
  'delete-missing': withToken,
  'delete-unknown-token': withUnknown,
  'add-second': async (stage, { body }) => {
    oldPhone = await scene.newSecret(carol(stage), token);
    return { body: { ...(body as object), tokenId: token, secondFactorToken: scene.code(oldPhone) } };
  },
  delete: withToken,
  'delete-last': withToken,
  'reset-get': withLink,
  'reset-register': withLink,
  'reset-put': async (stage, { body }) => {
    const secret = await scene.newSecret(carol(stage), await reset(stage));
    return { body: { ...(body as object), token: link, second_factor_token: scene.code(secret) } };
  },
  // The earlier session has ended. The reset link started a new session.
  'reset-devices': async (stage) => {
    await carol(stage).openPage();
    return { headers: carol(stage).signedIn };
  },
};

replayGroup('account', {
  start: () => scene.start('optional'),
  prepare: async (stage) => {
    await carol(stage).accept(await stage.client('admin').invite(NAME, ['access']), PASSWORD);
  },
  adjust: Object.fromEntries(
    recordedGroup('account').map(({ id }) => [id, mends[id.slice('account.'.length)] ?? (() => ({}))]),
  ),
});
