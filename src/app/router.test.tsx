import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { idleKeeper } from '../../tests/support/consoleHarness.tsx';
import { session } from '../api/session.ts';
import { written } from '../api/client.ts';
import { loadUserContext, refreshUserContext } from '../api/userContext.ts';
import { createAuthProvider } from '../authProvider/authProvider.ts';
import { systemClock } from '../lib/clock.ts';
import type { Dispose } from '../lib/disposables.ts';
import { createDataProvider } from '../dataProvider/dataProvider.ts';
import { resources } from '../descriptors/index.ts';
import { leaving } from '../lib/leaving.ts';
import { followAccess } from './followAccess.ts';
import { createRouter } from './router.tsx';

const context = (...lists: readonly string[]) => ({
  userName: 'mara',
  userAcl: Object.fromEntries(lists.map((key) => [key, { list: true, read: true }])),
  cluster: { name: 'localhost', authVersion: '13.1.3' },
});
const CONTEXT = '/v1/webapi/sites/localhost/context';
const answers: Record<string, unknown> = {
  '/v1/webapi/sites/localhost/alerts': { alerts: [] },
  '/v1/webapi/sites/localhost/nodes': { items: [], startKey: '', totalCount: 0 },
  '/v1/webapi/users': [],
  '/v1/webapi/user/status': {},
};
const replace = vi.fn<Location['replace']>();

let unfollow: Dispose = () => undefined;
/** Otherwise it would follow the addresses of other tests. */
let dispose: Dispose = () => undefined;
const urlOf = (input: string | URL | Request): string =>
  typeof input === 'string' ? input : 'url' in input ? input.url : input.href;

/** The console at a full path, for a user who may list servers and users. */
function openAt(address: string) {
  const { draw, ...handles } = routeTo(address);
  draw();
  return handles;
}

/** The same before the first render. */
function routeTo(address: string) {
  history.replaceState(null, '', address);
  const { keeper } = idleKeeper();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let nowMs = Date.now();
  unfollow = followAccess({ keeper, queryClient, clock: { ...systemClock, now: () => nowMs } });
  const router = createRouter({
    keeper,
    queryClient,
    dataProvider: createDataProvider(resources, { isCurrent: false, hasRevisions: false }),
    authProvider: createAuthProvider({ keeper, user: loadUserContext, aclKeyOf: () => undefined }),
  });
  dispose = () => router.dispose();
  return {
    keeper,
    pass: (ms: number) => (nowMs += ms),
    draw: () => void render(<RouterProvider router={router} />),
  };
}

beforeEach(async () => {
  answers[CONTEXT] = context('nodes', 'users');
  const answerTo = async (input: string) => {
    const answer = answers[new URL(input, location.origin).pathname];
    return Response.json(answer ?? { error: { message: 'not found' } }, { status: answer === undefined ? 404 : 200 });
  };
  vi.stubGlobal('fetch', vi.fn(answerTo));
  vi.spyOn(location, 'replace').mockImplementation(replace);
  session.store({ type: 'Bearer', token: 't', expires_in: 600, sessionExpires: '', sessionInactiveTimeout: 0 });
  await refreshUserContext(); // replace the context of the previous test
});
afterEach(() => {
  unfollow();
  dispose();
  vi.unstubAllGlobals();
  replace.mockReset();
});

test('the start page is the first permitted page of resources', async () => {
  const before = history.length;
  openAt('/web');
  await waitFor(() => expect(location.pathname).toBe('/web/cluster/localhost/nodes'));
  expect(history.length).toBe(before); // Back leads to the previous page
  await waitFor(() => expect(document.title).toBe('localhost • Servers'));
  expect(screen.getByRole('link', { current: 'page', name: 'Servers' })).toBeTruthy();
});

test.each([
  [
    'a list that the server searches',
    '/web/cluster/localhost/nodes?sort=hostname:desc',
    '/v1/webapi/sites/localhost/nodes',
  ],
  ['a list without paging', '/web/users?search=mara', '/v1/webapi/users'],
])('%s is requested once, before its page is rendered', async (_, address, url) => {
  const asked = () => vi.mocked(fetch).mock.calls.filter(([to]) => urlOf(to).split('?', 1)[0] === url).length;
  const { draw } = routeTo(address);
  await waitFor(() => expect(asked()).toBe(1));
  draw();
  await screen.findByRole('navigation', { name: 'Main' });
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect(asked()).toBe(1);
});

test('the help page is open to all users and names hidden pages', async () => {
  openAt('/web/support');
  expect(await screen.findByText('Your roles lack role: list')).toBeTruthy();
  expect(document.title).toBe('Help & Support');
});

test.each([
  ['an address without a page', '/web/cluster/localhost/node'],
  ['a page without permission', '/web/roles'],
  ['another page without permission', '/web/cluster/localhost/databases'],
])('%s is not found', async (_, address) => {
  openAt(address);
  expect(await screen.findByRole('heading', { name: 'The requested path could not be found.' })).toBeTruthy();
  expect(screen.getByText(address)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Servers' })).toBeTruthy();
  expect(document.title).toBe('Not Found');
});

test.each(['/web/roles/access/history', '/web/roles/history/removed'])(
  '%s is not found on a cluster, which stores no revisions',
  async (address) => {
    answers[CONTEXT] = context('nodes', 'roles');
    await refreshUserContext();
    openAt(address);
    expect(await screen.findByText('404 Not Found')).toBeTruthy();
  },
);

test('without a session it redirects to the login page with a return address', async () => {
  session.clear();
  openAt('/web/users?search=a%25');
  await waitFor(() => expect(replace).toHaveBeenCalled());
  const login = new URL(replace.mock.calls[0]?.[0] ?? '', location.origin);
  expect(login.pathname).toBe('/web/login');
  expect(login.searchParams.get('redirect_uri')).toBe(`${location.origin}/web/users?search=a%25`);
});

test('losing a permission by an edit disables the current page and removes it from the navigation', async () => {
  openAt('/web/users');
  expect(await screen.findByRole('link', { name: 'Users' })).toBeTruthy();
  answers[CONTEXT] = context('nodes');
  act(() => written.emit({ path: '/v1/webapi/roles/viewer', body: {} }));
  expect(await screen.findByText('You may not list users')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Servers' })).toBeTruthy();
});

test('a new permission appears after the next renewal, without a reload', async () => {
  const { keeper, pass } = openAt('/web/users');
  await screen.findByRole('link', { name: 'Users' });
  answers[CONTEXT] = context('nodes', 'users', 'roles');
  act(() => keeper.renewed.emit('here'));
  pass(60_000);
  act(() => keeper.renewed.emit('here'));
  expect(await screen.findByRole('link', { name: 'Roles' })).toBeTruthy();
});

test('a sign-in of another user in another tab stores drafts and reloads the console', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const left = vi.fn();
  onTestFinished(leaving.subscribe(left));
  const { keeper } = openAt('/web/users');
  await screen.findByRole('link', { name: 'Users' });
  act(() => keeper.renewed.emit('elsewhere')); // the login page was opened
  answers[CONTEXT] = { ...context('nodes', 'users'), userName: 'ines' };
  act(() => keeper.renewed.emit('elsewhere'));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/web'));
  expect(left).toHaveBeenCalledOnce();
  assign.mockRestore();
});

test('writes that do not affect access do not reload the user context', async () => {
  openAt('/web/users');
  await screen.findByRole('link', { name: 'Users' });
  const asked = vi.mocked(fetch).mock.calls.length;
  act(() => written.emit({ path: '/v1/webapi/users/password/token', body: { name: 'mara' } }));
  act(() => written.emit({ path: '/v1/webapi/capture', body: {} }));
  expect(vi.mocked(fetch).mock.calls.length).toBe(asked);
});

test('several simultaneous writes reload the user context twice, and the last response counts', async () => {
  openAt('/web/users');
  await screen.findByRole('link', { name: 'Users' });
  const asked = () => vi.mocked(fetch).mock.calls.filter(([url]) => url === CONTEXT).length;
  const before = asked();
  answers[CONTEXT] = context('nodes', 'users', 'roles');
  act(() => {
    for (const name of ['a', 'b', 'c']) written.emit({ path: `/v1/webapi/users/${name}`, body: undefined });
  });
  expect(await screen.findByRole('link', { name: 'Roles' })).toBeTruthy();
  await waitFor(() => expect(asked() - before).toBe(2));
});

test('on a cluster, editing the signed-in user renews the sign-in', async () => {
  const { keeper } = openAt('/web/users');
  await screen.findByRole('link', { name: 'Users' });
  const reload = vi.spyOn(keeper, 'reloadUser');
  act(() => written.emit({ path: '/v1/webapi/users', body: { name: 'ines' } }));
  expect(reload).not.toHaveBeenCalled();
  act(() => written.emit({ path: '/v1/webapi/users', body: { name: 'mara' } }));
  expect(reload).toHaveBeenCalledOnce();
});
