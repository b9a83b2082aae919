import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contextWith, forgetFailedCall, FULL_ACL, openResource } from '../../../tests/support/resourceHarness.tsx';
import { stubServer } from '../../../tests/support/stubServer.ts';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import type { UserContext } from '../../api/userContext.ts';
import { Drafts } from '../../lib/drafts.ts';
import { LOCK_FORM, loadLockDraft, saveLockDraft } from './lockDraft.ts';

let user: UserContext;
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<object>()),
  userContext: () => user,
}));

const locks = resourceNamed('locks');

const drafts = new Drafts(localStorage, 'mara');
const begun = { targets: [{ kind: 'user', value: 'alice' }], message: 'Until INC-1', life: '72h' } as const;
const SLOT = `${LOCK_FORM}#1`;
const stored = () => loadLockDraft(drafts, SLOT, '');

beforeEach(() => {
  user = contextWith(FULL_ACL);
  stubServer(({ path }) => (/(nodes|sessions)$/.test(path) ? { items: [], sessions: [] } : []));
  saveLockDraft(drafts, SLOT, begun);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const message = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Message/ });

test('an address with a target keeps an existing draft until the user decides', async () => {
  openResource(locks, '/new?lock=user%3Abob');
  expect(await screen.findByText(/1 target, message “Until INC-1”, ends after 72h/)).toBeTruthy();
  await userEvent.type(message(), 'x');
  expect(stored()).toMatchObject(begun);
  await userEvent.clear(message());
  await userEvent.click(screen.getByRole('button', { name: 'Continue your draft' }));
  expect(message().value).toBe('Until INC-1');
  expect(stored()).toMatchObject({ ...begun, targets: [...begun.targets, { kind: 'user', value: 'bob' }] });
});

test('discarding the draft starts a lock with the targets of the address', async () => {
  openResource(locks, '/new?lock=user%3Abob');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
  expect(stored()).toMatchObject({ targets: [{ kind: 'user', value: 'bob' }], message: '', life: '' });
});

test('asks for confirmation before it discards a message without a target', async () => {
  localStorage.clear();
  openResource(locks, '/new');
  await userEvent.type(await screen.findByRole('textbox', { name: /Message/ }), 'Until INC-1');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without locking?' });
  expect(dialog.textContent).toContain('No lock was created. Leaving discards what you entered.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(message().value).toBe('Until INC-1');
});

test('reports an unknown outcome, not a missing lock, when the answer was lost', async () => {
  localStorage.clear();
  stubServer(({ method, path }) => {
    if (method !== 'PUT') return /(nodes|sessions)$/.test(path) ? { items: [], sessions: [] } : [];
    throw new TypeError('Failed to fetch');
  });
  openResource(locks, '/new?lock=user%3Abob');
  await userEvent.click(await screen.findByRole('button', { name: /^Create lock/ }));
  expect(await screen.findByText(/^It may be locked: The server did not answer/)).toBeTruthy();
  expect(screen.getByText('1 lock possibly not created.')).toBeTruthy();
  expect(screen.getByText(/Reload the list of locks before you retry/)).toBeTruthy();
  await forgetFailedCall();
});
