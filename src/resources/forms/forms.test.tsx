// Forms beside their list, from the first key to the last call, with a stubbed server of this file.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contextWith, forgetFailedCall, FULL_ACL, openResource } from '../../../tests/support/resourceHarness.tsx';
import { Refusal, stubServer, type Answer, type Call } from '../../../tests/support/stubServer.ts';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import type { UserContext } from '../../api/userContext.ts';
import { toasts } from '../../ui/toasts.ts';

let user: UserContext;
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<object>()),
  userContext: () => user,
}));

const users = resourceNamed('users');

type Person = { name: string; roles: string[]; authType: string; traits: Record<string, string[]> };
let people: Person[];
/** The response that replaces the usual one of the server. */
let instead: Answer;
let calls: Call[];

function answer(call: Call): unknown {
  const special = instead(call);
  if (special !== undefined) return special;
  const { method, path, body } = call;
  const given = body as Person;
  const [what, id = ''] = path.split('/');
  if (path === 'users/password/token')
    return { tokenId: 'abc123', user: given.name, expiry: new Date(Date.now() + 8 * 3600_000).toISOString() };
  if (what === 'sites') return { items: [], startKey: '', totalCount: 0 };
  if (what === 'roles')
    return ['access', 'auditor', 'editor'].map((name) => ({ id: `role:${name}`, name, content: '' }));
  if (method === 'DELETE') {
    people = people.filter(({ name }) => name !== id);
    return { message: 'ok' };
  }
  if (method === 'GET') return id ? (people.find(({ name }) => name === id) ?? new Refusal(404, 'not found')) : people;
  const known = people.find(({ name }) => name === given.name);
  const saved: Person = { ...given, authType: 'local', traits: { ...known?.traits, ...given.traits } };
  people = [...people.filter(({ name }) => name !== given.name), saved];
  return saved;
}

beforeEach(() => {
  user = contextWith(FULL_ACL);
  people = [
    { name: 'akeem', roles: ['access'], authType: 'local', traits: { logins: ['akeem'] } },
    { name: 'tomas', roles: ['access', 'auditor'], authType: 'local', traits: { logins: ['tomas'] } },
    { name: 'sato', roles: ['access'], authType: 'github', traits: {} },
  ];
  instead = () => undefined;
  calls = stubServer(answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const { id } of toasts.queue.get()) toasts.close(id);
});

const writes = (): Call[] => calls.filter(({ method }) => method !== 'GET');
const sheet = (name: string) => screen.findByRole('complementary', { name });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
async function addRole(role: string): Promise<void> {
  await userEvent.type(await screen.findByRole('combobox', { name: 'Roles' }), role);
  await userEvent.click(await screen.findByRole('option', { name: role }));
}

test('creates a user and shows an invite link', async () => {
  const { address } = openResource(users, '/new');
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  await userEvent.type(name, 'ines');
  await addRole('editor');
  await userEvent.type(screen.getByRole('textbox', { name: 'logins' }), 'ines ubuntu ');
  await press(/^Create user.*S/);
  const dialog = await screen.findByRole('dialog', { name: 'User ines created' });
  expect(await within(dialog).findByText(`${location.origin}/web/invite/abc123`)).toBeTruthy();
  expect(writes()).toEqual([
    {
      method: 'POST',
      path: 'users',
      body: { name: 'ines', roles: ['editor'], traits: { logins: ['ines', 'ubuntu'] } },
    },
    { method: 'POST', path: 'users/password/token', body: { name: 'ines', type: 'invite' } },
  ]);
  expect(address()).toBe('/web/users/ines');
});

test('on a cluster, role changes apply at the next sign-in and open sessions of a deleted user continue', async () => {
  openResource(users, '/akeem');
  expect(await screen.findByText(/^Takes effect at their next sign-in\. Lock the user/)).toBeTruthy();
  await press('Delete');
  expect((await screen.findByRole('dialog')).textContent).toContain('open sessions can continue until they expire');
});

test('shows missing values at their fields and sends nothing', async () => {
  openResource(users, '/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'two words');
  await press(/^Create user.*S/);
  expect(await screen.findByText(/^A name has the letters a to z/)).toBeTruthy();
  expect(screen.getByText('At least one role is required')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  expect(writes()).toEqual([]);
});

test('shows the server’s error above the form and keeps the entered values', async () => {
  instead = ({ method, path }) =>
    method === 'POST' && path === 'users' ? new Refusal(409, 'user "akeem" already registered') : undefined;
  openResource(users, '/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'akeem');
  await addRole('access');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect((await screen.findByRole('alert')).textContent).toContain('user "akeem" already registered');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('akeem');
  await forgetFailedCall();
});

test('keeps the form open while the user is created and shows the outcome', async () => {
  let refuse: (refusal: Refusal) => void = () => undefined;
  instead = ({ method, path }) =>
    method === 'POST' && path === 'users' ? new Promise((resolve) => (refuse = resolve)) : undefined;
  const { address } = openResource(users, '/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'ines');
  await addRole('access');
  await press(/^Create user.*S/);
  await press('Close');
  await press('Discard');
  expect(address()).toBe('/web/users/new');
  refuse(new Refusal(409, 'it is there already'));
  expect((await screen.findByRole('alert')).textContent).toContain('it is there already');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('ines');
  await forgetFailedCall();
});

test('reports a failed invite link separately from the created user', async () => {
  instead = ({ path }) => (path === 'users/password/token' ? new Refusal(403, 'access denied') : undefined);
  openResource(users, '/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'ines');
  await addRole('access');
  await press(/^Create user.*S/);
  const dialog = await screen.findByRole('dialog', { name: 'User ines created' });
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/access denied.*User ines was created anyway/);
  instead = () => undefined;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/invite\/abc123/)).toBeTruthy();
});

/** The review after it has read the server's row. Until then another dialog is open. */
const reviewOf = (user: string): Promise<HTMLElement> =>
  waitFor(() => {
    const dialog = screen.getByRole('dialog', { name: `Review changes to user ${user}` });
    within(dialog).getByRole('button', { name: /^(Save user|Keep the server’s copy)$/ });
    return dialog;
  });

test('shows a summary of the changes before the write', async () => {
  openResource(users, '/tomas');
  await sheet('tomas');
  await addRole('editor');
  await press('Remove auditor');
  await press(/^Review changes/);
  const dialog = await reviewOf('tomas');
  const sentences = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(sentences).toEqual(['tomas gets the role editorThis role does not exist', 'tomas loses the role auditor']);
  expect(document.activeElement?.textContent).toBe('Back to editing');
  expect(writes()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save user' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(people.find(({ name }) => name === 'tomas')?.roles).toEqual(['access', 'editor']);
  expect(people.find(({ name }) => name === 'tomas')?.traits['logins']).toEqual(['tomas']);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(people.find(({ name }) => name === 'tomas')?.roles).toEqual(['access', 'auditor']));
  expect(await screen.findByText('User tomas is restored')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove auditor' })).toBeTruthy();
  expect(screen.queryByText('Unsaved')).toBeNull();
});

test.each([
  ['Merge both', ['access', 'db', 'editor']],
  ['Save mine and undo theirs', ['access', 'auditor', 'editor']],
  ['Keep theirs and discard mine', ['access', 'db']],
])('resolves a concurrent change: %s', async (choice, roles) => {
  openResource(users, '/tomas');
  await sheet('tomas');
  await addRole('editor');
  people = people.map((person) => (person.name === 'tomas' ? { ...person, roles: ['access', 'db'] } : person));
  await press(/^Review changes/);
  const dialog = await reviewOf('tomas');
  expect(await within(dialog).findByText('Someone else changed it in the meantime.')).toBeTruthy();
  expect(dialog.textContent).toContain('tomas gets the role db');
  await userEvent.click(within(dialog).getByRole('radio', { name: choice }));
  await userEvent.click(within(dialog).getByRole('button', { name: /^(Save user|Keep the server’s copy)$/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(people.find(({ name }) => name === 'tomas')?.roles.toSorted()).toEqual(roles);
});

test('shows a change of another user during the review before it saves', async () => {
  openResource(users, '/tomas');
  await sheet('tomas');
  await addRole('editor');
  await press(/^Review changes/);
  const dialog = await reviewOf('tomas');
  const save = await within(dialog).findByRole('button', { name: 'Save user' });
  people = people.map((person) => (person.name === 'tomas' ? { ...person, roles: ['access', 'db'] } : person));
  await userEvent.click(save);
  expect(await within(dialog).findByText('Someone else changed it in the meantime.')).toBeTruthy();
  expect(people.find(({ name }) => name === 'tomas')?.roles).toEqual(['access', 'db']);
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(people.find(({ name }) => name === 'tomas')?.roles.toSorted()).toEqual(['access', 'db', 'editor']);
});

test('a failed save keeps the changes', async () => {
  instead = ({ method }) => (method === 'PUT' ? new Refusal(404, 'role editor is not found') : undefined);
  openResource(users, '/tomas');
  await sheet('tomas');
  await addRole('editor');
  await press(/^Review changes/);
  await userEvent.click(await screen.findByRole('button', { name: 'Save user' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/role editor is not found.*Your changes are kept/);
  await press('Back to editing');
  expect(await screen.findByRole('button', { name: 'Remove editor' })).toBeTruthy();
  await forgetFailedCall();
});

test('closing the form keeps the draft, reopening restores it, Discard deletes it', async () => {
  const { address } = openResource(users, '/tomas');
  await sheet('tomas');
  await addRole('editor');
  await userEvent.click(within(await sheet('tomas')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(address()).toBe('/web/users'));
  expect(await screen.findByText('Unsaved changes to tomas are kept')).toBeTruthy();
  await press('Open tomas');
  expect(await screen.findByRole('button', { name: 'Remove editor' })).toBeTruthy();
  expect(screen.getByText(/that were not saved were restored/)).toBeTruthy();
  await press('Discard');
  expect(screen.queryByRole('button', { name: 'Remove editor' })).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('a change that the user reverts is not a change', async () => {
  openResource(users, '/tomas');
  await sheet('tomas');
  await addRole('editor');
  await press('Remove editor');
  expect(screen.queryByRole('button', { name: /^Review changes/ })).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('shows a single sign-on user as read-only, with the reason', async () => {
  openResource(users, '/sato');
  const beside = await sheet('sato');
  expect(await within(beside).findByText(/^sato comes from GitHub/)).toBeTruthy();
  expect(within(beside).queryByRole('combobox')).toBeNull();
  expect(within(beside).getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
});

test('shows an error and a retry for a user that does not exist', async () => {
  openResource(users, '/nobody');
  expect((await screen.findByRole('alert')).textContent).toContain('User nobody could not be loaded');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  await forgetFailedCall();
});

test('resetting the sign-in asks for confirmation, names the consequences and shows a link', async () => {
  openResource(users, '/tomas');
  await sheet('tomas');
  await press('Reset sign-in');
  const dialog = await screen.findByRole('dialog', { name: 'Reset sign-in of tomas?' });
  expect(writes()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset sign-in' }));
  expect(await screen.findByText(`${location.origin}/web/reset/abc123`)).toBeTruthy();
  // A cluster keeps open sessions. The gateway ends them and announces that.
  expect(screen.getByText('Open sessions continue until they expire')).toBeTruthy();
  expect(writes()).toEqual([
    { method: 'POST', path: 'users/password/token', body: { name: 'tomas', type: 'password' } },
  ]);
});

test('shows the validity of a link for different clocks of server and computer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  const link = { tokenId: 'abc123', user: 'tomas' };
  const text = async () => (await screen.findByText(/over a channel you trust/)).textContent;
  for (const [expiry, shown] of [
    // The computer's clock is ahead.
    [new Date(Date.now() - 60_000).toISOString(), /It works once\.$/],
    ['0001-01-01T00:00:00Z', /It works once\.$/],
    [new Date(Date.now() + 600_000).toISOString(), /It works once, until [-\d]+ [:\d]+, \d+ m( \d+ s)? from now\.$/],
  ] as const) {
    cleanup();
    instead = ({ path }) => (path === 'users/password/token' ? { ...link, expiry } : undefined);
    openResource(users, '/tomas');
    await sheet('tomas');
    await press('Reset sign-in');
    const dialog = await screen.findByRole('dialog', { name: 'Reset sign-in of tomas?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reset sign-in' }));
    expect(await text()).toMatch(shown);
  }
  await act(() => vi.advanceTimersByTimeAsync(660_000));
  expect(await text()).toMatch(/It works once, until [-\d]+ [:\d]+\. It has expired\.$/);
});

test('disables the reset for a user from a provider and offers the access check', async () => {
  people = [{ name: 'octo', roles: ['access'], authType: 'github', traits: {} }];
  openResource(users, '/octo');
  const button = (name: RegExp) => within(document.body).getByRole('button', { name });
  await sheet('octo');
  expect(button(/^Reset sign-in/).getAttribute('aria-disabled')).toBe('true');
  expect(button(/^Check access/).getAttribute('aria-disabled')).toBeNull();
});

test('disables the reset for the signed-in user', async () => {
  const self = user.username;
  people = [{ name: self, roles: ['access'], authType: 'local', traits: {} }];
  openResource(users, `/${self}`);
  const reset = within(await sheet(self)).getByRole('button', { name: /Reset sign-in/ });
  expect(reset.getAttribute('aria-disabled')).toBe('true');
  expect(reset.getAttribute('aria-description')).toMatch(/^Change your password and second factors in your account/);
});

test('opens the user named "new", not the create form', async () => {
  people = [{ name: 'new', roles: ['access'], authType: 'local', traits: {} }];
  const { address } = openResource(users);
  await userEvent.click(await screen.findByRole('button', { name: 'Open new' }));
  expect(address()).toBe('/web/users/~new');
  expect(await sheet('new')).toBeTruthy();
});

test('asks for confirmation before deletion and keeps the dialog open after an error', async () => {
  instead = ({ method }) => (method === 'DELETE' ? new Refusal(400, 'self-deletion is not allowed') : undefined);
  const { address } = openResource(users, '/tomas');
  await sheet('tomas');
  await press('Delete');
  await press('Delete user');
  expect((await screen.findByRole('alert')).textContent).toContain('self-deletion is not allowed');
  await forgetFailedCall();
  instead = () => undefined;
  await press('Delete user');
  await waitFor(() => expect(address()).toBe('/web/users'));
  expect(await screen.findByText('User tomas deleted')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open tomas' })).toBeNull();
});

test('disables Create without the right to create', async () => {
  user = contextWith({ users: { list: true, read: true } });
  openResource(users);
  const create = await screen.findByRole('button', { name: 'Create user' });
  expect(create.getAttribute('aria-disabled')).toBe('true');
});
