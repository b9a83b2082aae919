// Changes of a row, or of its response, while its form is open.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contextWith, forgetFailedCall, FULL_ACL, openResource } from '../../../tests/support/resourceHarness.tsx';
import { Refusal, stubServer, type Call } from '../../../tests/support/stubServer.ts';
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
/** The response that replaces the one to a completed write. With `isDown` reads fail as well. */
let lostAs: TypeError | Refusal | undefined;
let isDown: boolean;

function answer({ method, path, body }: Call): unknown {
  const [what, id = ''] = path.split('/');
  if (path === 'users/password/token')
    return { tokenId: 'abc123', user: 'ines', expiry: new Date(Date.now() + 3600_000).toISOString() };
  if (what === 'roles') return ['access', 'auditor'].map((name) => ({ id: `role:${name}`, name, content: '' }));
  if (what !== 'users') return { items: [], startKey: '', totalCount: 0 };
  if (method === 'GET') {
    if (isDown) throw new TypeError('Failed to fetch');
    return id ? (people.find(({ name }) => name === id) ?? new Refusal(404, 'not found')) : people;
  }
  const saved: Person = { ...(body as Person), authType: 'local' };
  people = [...people.filter(({ name }) => name !== saved.name), saved];
  if (!lostAs) return saved;
  isDown = wasDown;
  if (lostAs instanceof TypeError) throw lostAs;
  return lostAs;
}
let wasDown: boolean;

beforeEach(() => {
  user = contextWith(FULL_ACL);
  people = [{ name: 'tomas', roles: ['access', 'auditor'], authType: 'local', traits: {} }];
  lostAs = undefined;
  isDown = false;
  wasDown = false;
  stubServer(answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of toasts.queue.get()) toasts.close(id);
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const click = async (name: string | RegExp) => userEvent.click(await button(name));
const rolesOf = (wanted: string) => people.find(({ name }) => name === wanted)?.roles;

async function reviewWithoutAuditor(): Promise<void> {
  openResource(users, '/tomas');
  await click('Remove auditor');
}
async function createInes(): Promise<void> {
  openResource(users, '/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'ines');
  await userEvent.type(screen.getByRole('combobox', { name: 'Roles' }), 'access');
  await userEvent.click(await screen.findByRole('option', { name: 'access' }));
  await click(/^Create user.*S/);
}

test('does not merge two removals that would leave no role', async () => {
  await reviewWithoutAuditor();
  people = people.map((person) => ({ ...person, roles: ['auditor'] }));
  await click(/^Review changes/);
  await screen.findByText('Someone else changed it in the meantime.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Save mine and undo theirs' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Merge both' }));
  expect(await screen.findByText(/At least one role is required/)).toBeTruthy();
  expect((await button('Save user')).getAttribute('aria-disabled')).toBe('true');
});

test('creates a concurrently deleted user again and shows an invite link', async () => {
  await reviewWithoutAuditor();
  people = [];
  await click(/^Review changes/);
  expect(await screen.findByRole('dialog', { name: 'The user tomas was deleted on the server' })).toBeTruthy();
  await click('Create user again');
  expect(await screen.findByText(/invite\/abc123/)).toBeTruthy();
  expect(rolesOf('tomas')).toEqual(['access']);
  await forgetFailedCall();
});

test('reports an unknown outcome, not a missing user, when creating the user again gets no answer', async () => {
  await reviewWithoutAuditor();
  people = [];
  await click(/^Review changes/);
  lostAs = new TypeError('Failed to fetch');
  await click('Create user again');
  expect(await screen.findByText('It is unknown whether user tomas was created.')).toBeTruthy();
  await forgetFailedCall();
});

const LOST = [['no answer', new TypeError('Failed to fetch')] as const, ['504', new Refusal(504, 'timeout')] as const];

test.each(LOST)('confirms the save after a check when the answer was lost: %s', async (_, answered) => {
  lostAs = answered;
  await reviewWithoutAuditor();
  await click(/^Review changes/);
  await click('Save user');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('User tomas saved')).toBeTruthy();
  await forgetFailedCall();
});

test.each(LOST)('shows the invite link after a check when the answer was lost: %s', async (_, answered) => {
  lostAs = answered;
  await createInes();
  expect(await screen.findByText(/invite\/abc123/)).toBeTruthy();
  await forgetFailedCall();
});

test('reports an unknown outcome and lets the user check it', async () => {
  lostAs = new TypeError('Failed to fetch');
  wasDown = true;
  await createInes();
  expect((await screen.findByRole('alert')).textContent).toContain('It is unknown whether the user was created.');
  isDown = false;
  await click('Check');
  expect(await screen.findByText(/invite\/abc123/)).toBeTruthy();
  await forgetFailedCall();
});
