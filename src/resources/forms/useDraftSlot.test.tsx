import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contextWith, FULL_ACL, openResource } from '../../../tests/support/resourceHarness.tsx';
import { stubServer } from '../../../tests/support/stubServer.ts';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import type { UserContext } from '../../api/userContext.ts';
import { Drafts } from '../../lib/drafts.ts';

let user: UserContext;
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<object>()),
  userContext: () => user,
}));

const users = resourceNamed('users');

/** Locks that another tab holds. */
let held: string[];

beforeEach(() => {
  user = contextWith(FULL_ACL);
  stubServer(() => []);
  held = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage(): void {}
      close(): void {}
    },
  );
  const locks = {
    query: async () => ({ held: held.map((name) => ({ name })) }),
    request: async (name: string, _: unknown, run: (lock: unknown) => unknown) =>
      run(held.includes(name) ? null : { name }),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
  sessionStorage.clear();
});

test('two tabs with the same form have separate drafts', async () => {
  held = ['postern_editing:mara@users/:new#1'];
  const drafts = new Drafts(localStorage, 'mara', () => 7);
  drafts.save('users/:new#1', JSON.stringify({ base: {}, values: { name: 'alice' } }));
  openResource(users, '/new');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('');
  await userEvent.type(name, 'carol');
  expect(drafts.load('users/:new#2')?.text).toContain('carol');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(drafts.names()).toEqual(['users/:new#1']);
});

test('restores a draft whose tab was closed', async () => {
  new Drafts(localStorage, 'mara').save('users/:new#1', JSON.stringify({ base: {}, values: { name: 'alice' } }));
  openResource(users, '/new');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('alice');
});
