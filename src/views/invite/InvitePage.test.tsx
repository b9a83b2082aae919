import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toConfig } from '../../api/config.ts';
import type { SecondFactor } from '../../wire/config.ts';
import InvitePage from './InvitePage.tsx';
import type { LinkKind } from './inviteMessages.ts';

const fetched = vi.fn<typeof fetch>();
const done = vi.fn();
let tokenCount = 0;
let tokenId = '';

/** Responses by method. Usage events get an empty response. */
const server = {
  get: () => Response.json({ tokenId, user: 'mara', qrCode: 'cXI=' }),
  put: () => Response.json({ recovery: {} }),
};
const callsOf = (method: string) =>
  fetched.mock.calls.filter(([path, init]) => init?.method === method && !(path as string).includes('capture'));
const sent = () => JSON.parse(callsOf('PUT').at(-1)?.[1]?.body as string);
const events = () =>
  fetched.mock.calls.flatMap(([path, init]) =>
    (path as string).endsWith('precapture') ? [JSON.parse(init?.body as string).event] : [],
  );

beforeEach(() => {
  tokenId = `token${++tokenCount}`; // unique per test, because the page caches the response
  vi.stubGlobal('fetch', fetched);
  server.get = () => Response.json({ tokenId, user: 'mara', qrCode: 'cXI=' });
  server.put = () => Response.json({ recovery: {} });
  fetched.mockImplementation(async (path, init) => {
    if ((path as string).endsWith('precapture')) return new Response('');
    return init?.method === 'PUT' ? server.put() : server.get();
  });
  Element.prototype.animate = vi.fn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  done.mockReset();
});

const open = (
  second_factor: SecondFactor = 'otp',
  { kind = 'invite', at = '', codes = false }: { kind?: LinkKind; at?: string; codes?: boolean } = {},
) => {
  history.replaceState(null, '', `/web/${kind}/${tokenId}${at}`);
  const config = toConfig({ auth: { second_factor }, proxyCluster: 'east.example.test', recoveryCodesEnabled: codes });
  render(
    <StrictMode>
      <InvitePage kind={kind} tokenId={tokenId} config={config} loginUrl="/web/login" onDone={done} />
    </StrictMode>,
  );
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const typePassword = async (password = 'hunter22', again = password) => {
  await userEvent.type(await screen.findByLabelText('Password'), password);
  await userEvent.type(screen.getByLabelText('Password again'), again);
};
const toFactor = async () => {
  await typePassword();
  await press('Continue to second factor');
  await screen.findByRole('heading', { name: 'Add a second factor' });
};

test('shows a welcome page and sends a single request after the button is clicked', async () => {
  open();
  expect(fetched).not.toHaveBeenCalled();
  await press('Set up account');
  expect(location.pathname).toBe(`/web/invite/${tokenId}/continue`);
  expect(await screen.findByDisplayValue('mara')).toBeTruthy();
  expect(callsOf('GET')).toHaveLength(1);
});

test('creates an account with password and authenticator', async () => {
  open('otp', { at: '/continue' });
  await toFactor();
  const code = await screen.findByRole('img', { name: 'QR code for your authenticator' }, { timeout: 5000 });
  expect(code.getAttribute('src')).toBe('data:image/png;base64,cXI=');
  await userEvent.type(screen.getByLabelText('Code'), '418229');
  await press('Create account');
  await screen.findByRole('button', { name: 'Open the console' });
  await press('Open the console');
  expect(sent()).toEqual({
    token: tokenId,
    password: 'aHVudGVyMjI=',
    second_factor_token: '418229',
    deviceName: 'otp-device',
  });
  expect(done).toHaveBeenCalledOnce();
  expect(events()).toEqual(['tp.ui.onboard.setCredential.submit', 'tp.ui.onboard.completeGoToDashboard.click']);
});

test('rejects different passwords and removes the error during typing', async () => {
  open('otp', { at: '/continue' });
  await typePassword('hunter22', 'hunter2');
  await press('Continue to second factor');
  expect(screen.getByText('Does not match')).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('Password again')).toBe(document.activeElement));
  await userEvent.type(screen.getByLabelText('Password again'), '2');
  expect(screen.queryByText('Does not match')).toBeNull();
});

test('going back keeps the password', async () => {
  open('otp', { at: '/continue' });
  await toFactor();
  await press('Back to password');
  expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('hunter22');
});

test('a double click on "Continue" does not go back again', async () => {
  open('otp', { at: '/continue' });
  await toFactor();
  // The browser counts clicks at one position, also on different buttons.
  const back = vi.spyOn(history, 'back');
  fireEvent.click(await screen.findByRole('button', { name: 'Back to password' }), { detail: 2 });
  expect(back).not.toHaveBeenCalled();
  await press('Back to password');
  expect(back).toHaveBeenCalledOnce();
});

test('shows the server’s error for a wrong code and allows a retry', async () => {
  open('otp', { at: '/continue' });
  server.put = () => Response.json({ error: { message: 'invalid totp token' } }, { status: 403 });
  await toFactor();
  await userEvent.type(screen.getByLabelText('Code'), '000000');
  await press('Create account');
  expect((await screen.findByRole('alert')).textContent).toContain('“invalid totp token”');
  expect(screen.getByLabelText('Code')).toBe(document.activeElement);
  server.put = () => Response.json({ recovery: {} });
  await press('Create account');
  expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeTruthy();
});

test.each([
  [
    'a lock',
    { error: { message: 'access denied' }, fields: { 'locked-out': { message: 'Call 4711.' } } },
    'A lock keeps you out. Call 4711. What',
  ],
  ['the settings', { error: { message: 'local auth disabled' } }, 'local auth disabled'],
])('an error due to %s does not blame the code', async (_what, answer, words) => {
  open('otp', { at: '/continue' });
  server.put = () => Response.json(answer, { status: 403 });
  await toFactor();
  await userEvent.type(screen.getByLabelText('Code'), '000000');
  await press('Create account');
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toContain(words);
  expect(textContent).not.toContain('next code');
  expect(screen.queryByRole('button', { name: 'New QR code' })).toBeNull();
});

test('loads a new QR code if the link was opened elsewhere', async () => {
  open('otp', { at: '/continue' });
  server.put = () => Response.json({ error: { message: 'invalid one time token' } }, { status: 403 });
  await toFactor();
  await userEvent.type(screen.getByLabelText('Code'), '000000');
  await press('Create account');
  expect((await screen.findByRole('alert')).textContent).toMatch(/this link was opened elsewhere since/);
  server.get = () => Response.json({ tokenId, user: 'mara', qrCode: 'bmV3' });
  await press('New QR code');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('img', { name: 'QR code for your authenticator' }).getAttribute('src')).toMatch(/bmV3$/);
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
  expect(callsOf('GET')).toHaveLength(2);
});

const travel = async (direction: 'back' | 'forward') => {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  history[direction]();
  await act(() => arrived);
};
const goBack = () => travel('back');
const goForward = () => travel('forward');

test('browser Back and Forward move between the steps and keep the entered values', async () => {
  open();
  await press('Set up account');
  await toFactor();
  await userEvent.type(screen.getByLabelText('Code'), '4182');
  await goBack();
  expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('hunter22');
  await goBack();
  expect(screen.getByRole('button', { name: 'Set up account' })).toBeTruthy();
  await goForward();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('hunter22');
  await goForward();
  expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe('4182');
  expect(callsOf('GET')).toHaveLength(1);
});

test('browser Forward after a reload does not skip an empty form', async () => {
  open('otp', { at: '/continue' });
  await screen.findByLabelText('Password');
  history.pushState({ step: 'factor' }, '');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  expect(screen.getByRole('heading', { name: 'Set up your account' })).toBeTruthy();
});

test('browser Back does not leave recovery codes or return to the forms of a created account', async () => {
  server.put = () => Response.json({ recovery: { codes: ['tele-brisk-onyx'], created: '2026-11-21T14:22:31Z' } });
  open('off', { codes: true });
  await press('Set up account');
  await typePassword();
  await press('Create account');
  await screen.findByText('tele-brisk-onyx');
  await goBack();
  expect(screen.getByText('tele-brisk-onyx')).toBeTruthy();
  await goForward();
  expect(screen.getByText('tele-brisk-onyx')).toBeTruthy();
  const leave = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leave);
  expect(leave.defaultPrevented).toBe(true);
  await press('I have saved them, continue');
  await goBack();
  expect(screen.getByRole('heading', { name: 'Your account is ready' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('an optional second factor can be omitted', async () => {
  open('optional', { at: '/continue' });
  await toFactor();
  await userEvent.click(screen.getByRole('radio', { name: 'None' }));
  expect(screen.queryByLabelText('Device name')).toBeNull();
  await press('Create account');
  await waitFor(() => expect(sent()).toMatchObject({ second_factor_token: '', deviceName: '' }));
});

test('shows one step without second factors', async () => {
  open('off', { at: '/continue' });
  await typePassword();
  expect(screen.queryByText('Second factor')).toBeNull();
  await press('Create account');
  expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeTruthy();
});

test('reports an expired link', async () => {
  server.get = () => Response.json({ error: { message: 'bad or expired token' } }, { status: 403 });
  open('otp', { at: '/continue' });
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the login page' }).getAttribute('href')).toBe('/web/login');
});

test.each([
  [404, 'user token(************abcd) not found'],
  [403, 'invalid token'],
  [400, 'expired token'],
])('reports a link that was used or expired in the meantime (%i) as unusable', async (status, message) => {
  open('off', { at: '/continue' });
  server.put = () => Response.json({ error: { message } }, { status });
  await typePassword();
  await press('Create account');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(document.body.textContent).toContain('If you used it, sign in.');
  expect(screen.queryByText('The account was not created.')).toBeNull();
});

test.each([429, 500, 504, undefined])(
  'a failure with status %s keeps the link usable and can be retried',
  async (status) => {
    const answer = server.get;
    server.get = () => {
      if (status === undefined) throw new TypeError('Failed to fetch');
      return Response.json({ error: { message: 'later' } }, { status });
    };
    open('otp', { at: '/continue' });
    await screen.findByText('Could not check the link.');
    server.get = answer;
    await press('Try again');
    expect(await screen.findByDisplayValue('mara')).toBeTruthy();
  },
);

test('reports an unknown outcome when the answer was lost, also after the link is used up', async () => {
  open('off', { at: '/continue' });
  server.put = () => Response.json({ error: { message: 'timeout' } }, { status: 504 });
  await typePassword();
  for (const why of ['timeout', 'token not found']) {
    await press('Create account');
    await screen.findByText(new RegExp(why));
    expect(screen.getByRole('alert').textContent).toContain('It is unknown whether your account was created.');
    expect(screen.getByRole('link', { name: 'Try to sign in' }).getAttribute('href')).toBe('/web/login');
    server.put = () => Response.json({ error: { message: 'token not found' } }, { status: 404 });
  }
});

test('shows numbered recovery codes once before continuing', async () => {
  server.put = () =>
    Response.json({ recovery: { codes: ['tele-brisk-onyx', 'tele-linen-pivot'], created: '2026-11-21T14:22:31Z' } });
  open('off', { at: '/continue', codes: true });
  await typePassword();
  await press('Create account');
  expect(await screen.findByRole('list', { name: '2 recovery codes' })).toBeTruthy();
  expect(screen.getByText('tele-linen-pivot')).toBeTruthy();
  await press('I have saved them, continue');
  expect(screen.getByRole('heading', { name: 'Your account is ready' })).toBeTruthy();
  expect(events()).toContain('tp.ui.recoveryCodesContinue.click');
});

test('with a key policy the account is ready, but has no link to the console', async () => {
  server.put = () => Response.json({ recovery: {}, privateKeyPolicyEnabled: true });
  open('off', { at: '/continue' });
  await typePassword();
  await press('Create account');
  expect(await screen.findByText(/Sign-in from the web\s+is turned off for everyone/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open the console' })).toBeNull();
});

test('a reset names the credentials that stop working', async () => {
  open('otp', { kind: 'reset', at: '/continue' });
  expect(await screen.findByText(/Your old password, devices and recovery codes stop working/)).toBeTruthy();
  expect(screen.getByLabelText('New password')).toBeTruthy();
});
