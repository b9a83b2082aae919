import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { device, deviceServer } from '../../tests/support/accountHarness.tsx';
import { renderInConsole } from '../../tests/support/consoleHarness.tsx';
import { Refusal } from '../../tests/support/stubServer.ts';
import { webSession } from '../../tests/support/webSessionJson.ts';
import { toFeatures, WEB_SESSIONS } from '../wire/config.ts';
import type { UserContextJson } from '../wire/userContext.ts';
import AccountRoute from './AccountRoute.tsx';

/** Types without delays, because no test here depends on timing. */
const user = userEvent.setup({ delay: null });

afterEach(() => vi.unstubAllGlobals());

const mara = () => ({ name: 'mara', roles: ['access', 'auditor'], authType: 'local', traits: {} });

function openAt(at: string, who: Partial<UserContextJson> = {}, features: string[] = [], self: () => unknown = mara) {
  const calls = deviceServer([device('phone')], {
    'GET postern/sessions/web': () => ({ sessions: [webSession('here', { current: true })] }),
    'DELETE postern/sessions/web': () => ({ message: 'ok' }),
    'GET users/mara': self,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const inConsole = renderInConsole(
    () => (
      <QueryClientProvider client={client}>
        <AccountRoute />
      </QueryClientProvider>
    ),
    { at, user: who, config: { postern: { features: toFeatures(features) } } },
  );
  return { ...inConsole, calls };
}
const sections = () => screen.getAllByRole('link').map((link) => link.textContent);

test('the account page opens with the password section', async () => {
  const { address } = openAt('/account');
  expect(await screen.findByLabelText('Current password')).toBeTruthy();
  expect(address()).toBe('/account/password');
  expect(sections()).toEqual([
    'Password',
    'Passkeys and factors',
    'Current sign-in',
    'Appearance and time',
    'Shortcuts',
  ]);
});

test.each(['/account', '/account/password'])('%s of a single sign-on user opens the devices section', async (at) => {
  const { address } = openAt(at, { authType: 'sso' });
  expect(await screen.findByRole('button', { name: 'Remove phone' })).toBeTruthy();
  expect(address()).toBe('/account/twofactor');
  expect(sections()).not.toContain('Password');
  expect(screen.getByText('mara, single sign-on')).toBeTruthy();
});

test('each section has an address', async () => {
  const { address } = openAt('/account/keys');
  expect(screen.getByRole('link', { name: 'Shortcuts' }).getAttribute('aria-current')).toBe('page');
  await user.click(screen.getByRole('link', { name: 'Current sign-in' }));
  expect(address()).toBe('/account/signin');
  expect(screen.getByRole('heading', { name: 'Current sign-in' })).toBeTruthy();
});

test('shows the roles of the user', async () => {
  openAt('/account/signin');
  expect(await screen.findByText('access, auditor')).toBeTruthy();
});

test('shows the server’s error when the roles cannot be read', async () => {
  openAt('/account/signin', {}, [], () => new Refusal(503, 'busy'));
  expect(await screen.findByText('Not available. The server answered 503: “busy”')).toBeTruthy();
});

test('shows the missing rule and sends no request without the right to read users', () => {
  const { calls } = openAt('/account/signin', { userAcl: {} });
  expect(screen.getByText('Not available. Your roles lack user: read')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('shows a sessions section if the cluster lists web sessions', async () => {
  const { leave } = openAt('/account/signin', {}, [WEB_SESSIONS]);
  expect(sections()).toContain('Sessions');
  await user.click(screen.getByRole('link', { name: 'Show all your sessions' }));
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  const [, confirm] = screen.getAllByRole('button', { name: 'Sign out everywhere', hidden: true });
  await user.click(confirm!);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('signedOut'));
});

test('without the feature the sessions section redirects to the first one and its absence is explained', async () => {
  const { address } = openAt('/account/sessions');
  expect(await screen.findByLabelText('Current password')).toBeTruthy();
  expect(address()).toBe('/account/password');
  expect(sections()).not.toContain('Sessions');
  await user.click(screen.getByRole('link', { name: 'Current sign-in' }));
  expect(screen.getByText(/the cluster does not report other sessions/)).toBeTruthy();
});

test('signs out with the button', async () => {
  const { leave } = openAt('/account/signin');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('signedOut'));
});

test('stores preferences in the browser as soon as they change', async () => {
  localStorage.setItem('postern_draft:mara:role/ops', JSON.stringify({ text: 'kind: role', savedAtMs: 1 }));
  openAt('/account/appearance');
  await user.click(screen.getByRole('radio', { name: 'UTC' }));
  expect(localStorage.getItem('postern_zone')).toBe('utc');
  await user.click(screen.getByRole('radio', { name: 'Rail' }));
  expect(localStorage.getItem('postern_navigation')).toBe('rail');
  await user.click(screen.getByRole('switch', { name: 'Read new output aloud' }));
  expect(JSON.parse(localStorage.getItem('postern_terminal') ?? '')).toMatchObject({ readerMode: true });
  expect(screen.getByText('1 draft in this browser')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete drafts' }));
  await user.click(screen.getByRole('button', { name: 'Keep drafts' }));
  expect(localStorage.getItem('postern_draft:mara:role/ops')).not.toBeNull();
});

test('deletes drafts after confirmation', async () => {
  localStorage.setItem('postern_draft:mara:role/ops', JSON.stringify({ text: 'kind: role', savedAtMs: 1 }));
  openAt('/account/appearance');
  await user.click(screen.getByRole('button', { name: 'Delete drafts' }));
  const [, confirm] = screen.getAllByRole('button', { name: 'Delete drafts', hidden: true });
  await user.click(confirm!);
  expect(await screen.findByText('None in this browser')).toBeTruthy();
  expect(localStorage.getItem('postern_draft:mara:role/ops')).toBeNull();
});
