import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CREATED_JSON, stubKeys, untilAborted } from '../../../tests/support/keyCeremony.ts';
import { CREATION_OPTIONS } from '../../../tests/support/wireSamples.ts';
import { toConfig } from '../../api/config.ts';
import type { WebConfigJson } from '../../wire/config.ts';
import type { LinkKind } from './inviteMessages.ts';
import InvitePage from './InvitePage.tsx';

const fetched = vi.fn<typeof fetch>();
let tokenId = '';
let tokens = 0;
let finish = () => Response.json({ recovery: {} });

beforeEach(() => {
  tokenId = `keytoken${++tokens}`; // unique per test, because the page caches the response
  finish = () => Response.json({ recovery: {} });
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async (path, init) => {
    if ((path as string).endsWith('precapture')) return new Response('');
    if ((path as string).endsWith('registerchallenge'))
      return Response.json({ webauthn: { publicKey: CREATION_OPTIONS }, totp: null });
    return init?.method === 'PUT' ? finish() : Response.json({ tokenId, user: 'mara', qrCode: 'cXI=' });
  });
  Element.prototype.animate = vi.fn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const open = (auth: Partial<WebConfigJson['auth']>, kind: LinkKind = 'invite') => {
  history.replaceState(null, '', `/web/${kind}/${tokenId}/continue`);
  const config = toConfig({ auth, proxyCluster: 'east.example.test' });
  render(
    <StrictMode>
      <InvitePage kind={kind} tokenId={tokenId} config={config} loginUrl="/web/login" onDone={() => undefined} />
    </StrictMode>,
  );
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const toFactor = async () => {
  await userEvent.type(await screen.findByLabelText('Password'), 'hunter22');
  await userEvent.type(screen.getByLabelText('Password again'), 'hunter22');
  await press('Continue to second factor');
  await screen.findByRole('heading', { name: 'Add a second factor' });
};
const sentTo = (end: string) =>
  fetched.mock.calls.flatMap(([path, init]) =>
    (path as string).endsWith(end) && init?.body ? [JSON.parse(init.body as string)] : [],
  );
const ready = () => screen.findByRole('heading', { name: 'Your account is ready' });

test('registers a hardware key in addition to the password', async () => {
  stubKeys();
  open({ second_factor: 'on' });
  await toFactor();
  const key = await screen.findByRole<HTMLInputElement>('radio', { name: 'Hardware key' }, { timeout: 5000 });
  expect(key.checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('webauthn-device');
  await press('Create account');
  await ready();
  expect(sentTo(`${tokenId}/registerchallenge`)).toEqual([{ deviceType: 'webauthn', deviceUsage: 'mfa' }]);
  expect(sentTo('users/password/token')).toEqual([
    { token: tokenId, password: 'aHVudGVyMjI=', deviceName: 'webauthn-device', webauthnCreationResponse: CREATED_JSON },
  ]);
  expect(sentTo('precapture')).toEqual([
    {
      event: 'tp.ui.onboard.registerChallenge.submit',
      username: 'mara',
      mfaType: 'on',
      loginFlow: 'mfa',
    },
    { event: 'tp.ui.onboard.setCredential.submit', username: 'mara' },
  ]);
  expect(localStorage.getItem('postern_factor')).toBe('key'); // the login page preselects it
});

test('registers a passkey instead of a password and can switch back', async () => {
  stubKeys();
  open({ second_factor: 'optional', allowPasswordless: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey instead of a password' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Device name');
  expect(name.value).toBe('passwordless-device');
  await press('Use a password instead');
  await screen.findByLabelText('Password');
  await press('Use a passkey instead of a password');
  await userEvent.clear(await screen.findByLabelText('Device name'));
  await press('Create account with a passkey');
  expect(screen.getByText('Enter a name')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Device name'), 'laptop');
  await press('Create account with a passkey');
  await ready();
  expect(sentTo(`${tokenId}/registerchallenge`)).toEqual([{ deviceType: 'webauthn', deviceUsage: 'passwordless' }]);
  expect(sentTo('users/password/token')).toEqual([
    { token: tokenId, password: null, deviceName: 'laptop', webauthnCreationResponse: CREATED_JSON },
  ]);
});

test('a reset to a passkey does not mention a password', async () => {
  const { create } = stubKeys();
  create.mockResolvedValueOnce(null);
  open({ second_factor: 'on', allowPasswordless: true, localConnectorName: 'passwordless' }, 'reset');
  expect(await screen.findByRole('heading', { name: 'Set a new passkey' })).toBeTruthy();
  await press('Set new passkey');
  expect((await screen.findByRole('alert')).textContent).toContain('The reset failed.');
  await press('Set new passkey');
  expect(await screen.findByRole('heading', { name: 'Reset complete' })).toBeTruthy();
});

test('starts with a passkey if the cluster prefers passkeys', async () => {
  stubKeys();
  open({ second_factor: 'on', allowPasswordless: true, localConnectorName: 'passwordless' });
  expect(await screen.findByRole('button', { name: 'Create account with a passkey' })).toBeTruthy();
  await press('Use a password instead');
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('cancelling the key keeps the values and shows no error', async () => {
  const { create } = stubKeys();
  create.mockImplementation(untilAborted);
  open({ second_factor: 'webauthn' });
  await toFactor();
  await userEvent.clear(screen.getByLabelText('Device name'));
  await userEvent.type(screen.getByLabelText('Device name'), 'blue key');
  await press('Create account');
  await screen.findByText('Waiting for your security key');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText('Waiting for your security key')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('blue key');
  expect(sentTo('users/password/token')).toEqual([]);
});

test('reports a browser that creates no key', async () => {
  const { create } = stubKeys();
  create.mockResolvedValue(null);
  open({ second_factor: 'webauthn' });
  await toFactor();
  await press('Create account');
  expect((await screen.findByRole('alert')).textContent).toContain('error creating credential, please try again');
});

test('preselects the authenticator without WebAuthn, and a key shows the specified text', async () => {
  open({ second_factor: 'on' });
  await toFactor();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Authenticator' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Hardware key' }));
  await press('Create account');
  expect((await screen.findByRole('alert')).textContent).toContain('this browser does not support Webauthn');
  await userEvent.click(screen.getByRole('radio', { name: 'Authenticator' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an error of the server keeps the step and allows a retry', async () => {
  stubKeys();
  finish = () => Response.json({ error: { message: 'the device name is taken' } }, { status: 409 });
  open({ second_factor: 'on' });
  await toFactor();
  await press('Create account');
  expect((await screen.findByRole('alert')).textContent).toContain('“the device name is taken”');
  finish = () => Response.json({ recovery: {} });
  await press('Create account');
  await ready();
});
