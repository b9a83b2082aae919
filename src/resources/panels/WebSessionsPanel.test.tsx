import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderSection } from '../../../tests/support/accountHarness.tsx';
import { Refusal, stubServer } from '../../../tests/support/stubServer.ts';
import { webSession } from '../../../tests/support/webSessionJson.ts';
import type { Acl } from '../../api/can.ts';
import type * as Config from '../../api/config.ts';
import { toUserContext } from '../../api/userContext.ts';
import { WEB_SESSIONS } from '../../wire/config.ts';
import WebSessionsPanel from './WebSessionsPanel.tsx';

const settings = vi.hoisted((): { acl: Acl; extensions: string[] } => ({ acl: {}, extensions: [] }));
vi.mock('../useUser.ts', () => ({
  useUser: () => toUserContext({ userName: 'mara', userAcl: settings.acl, cluster: { name: 'east' } }),
}));
vi.mock('../../api/config.ts', async (original) => {
  const actual = await original<typeof Config>();
  return { ...actual, config: { ...actual.config, extensions: settings.extensions } };
});

const OF_IVO = 'postern/users/ivo/sessions/web';
const ADMIN: Acl = { users: { list: true, read: true, edit: true, create: true, remove: true, use: true } };
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  settings.acl = ADMIN;
  settings.extensions.splice(0, Infinity, WEB_SESSIONS);
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the panel of a user over a server that has these sessions. */
function open(
  listed = [webSession('work'), webSession('phone', { client: 'Safari on iOS' })],
  id: string | undefined = 'ivo',
) {
  let known = listed;
  const calls = stubServer(({ method, path }) => {
    if (method === 'GET') return { sessions: known };
    known = known.filter((session) => path !== OF_IVO && path !== `${OF_IVO}/${session.id}`);
    return { message: 'ok' };
  });
  renderSection(<WebSessionsPanel id={id} values={{}} before={undefined} isReadOnly={false} />);
  return calls;
}
const rows = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const dialog = () => within(screen.getByRole('dialog'));

test('shows the web sessions of a user and ends one after confirmation', async () => {
  const calls = open();
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
  expect(dialog().getByText('Sign ivo out of Safari on iOS?')).toBeTruthy();
  await user.click(dialog().getByRole('button', { name: 'Sign out' }));
  await screen.findByText('ivo signed out of Safari on iOS');
  expect(rows()).toHaveLength(1);
  expect(calls).toContainEqual({ method: 'DELETE', path: `${OF_IVO}/phone`, body: undefined });
});

test('ends all sessions of a user after a confirmation with their number', async () => {
  open();
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  expect(dialog().getByText(/^2 sessions end at once/)).toBeTruthy();
  await user.click(dialog().getByRole('button', { name: 'Sign out everywhere' }));
  await screen.findByText('No sessions. ivo is not signed in.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull());
});

test('shows ten of many sessions until the user expands the list', async () => {
  open(Array.from({ length: 12 }, (_, n) => webSession(`s${n}`)));
  await user.click(await screen.findByRole('button', { name: 'Show all 12 sessions' }));
  expect(rows()).toHaveLength(12);
});

test('keeps the dialog open after an error', async () => {
  open();
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  stubServer(() => new Refusal(403, 'access denied'));
  await user.click(dialog().getByRole('button', { name: 'Sign out everywhere' }));
  await dialog().findByText('access denied');
});

test('disables sign-out with the missing rule for a user without the right to update users', async () => {
  settings.acl = { users: { ...ADMIN.users, edit: false } };
  open();
  const button = await screen.findByRole('button', { name: 'Sign out everywhere' });
  expect(button.getAttribute('data-tip')).toBe('Your roles lack user: update');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sends no request without the right to read users', () => {
  settings.acl = { users: { ...ADMIN.users, read: false } };
  const calls = open();
  expect(screen.getByText('Your roles lack user: read')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('links to the account page for the sessions of the signed-in user', () => {
  const calls = open([], 'mara');
  expect(screen.getByRole('link', { name: 'Manage your sessions' }).getAttribute('href')).toBe('/account/sessions');
  expect(calls).toEqual([]);
});

test.each([
  ['a user who is not saved yet', undefined, [WEB_SESSIONS]],
  ['a cluster without web session calls', 'ivo', []],
])('%s has no sessions panel', (_, id, extensions) => {
  settings.extensions.splice(0, Infinity, ...extensions);
  stubServer(() => ({ sessions: [] }));
  renderSection(<WebSessionsPanel id={id} values={{}} before={undefined} isReadOnly={false} />);
  expect(screen.queryByText('Sessions')).toBeNull();
});
