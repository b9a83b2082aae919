import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleKeeper } from '../../tests/support/consoleHarness.tsx';
import { session } from '../api/session.ts';
import { loadUserContext } from '../api/userContext.ts';
import { createAuthProvider } from '../authProvider/authProvider.ts';
import { createDataProvider } from '../dataProvider/dataProvider.ts';
import { resources } from '../descriptors/index.ts';
import { createRouter } from './router.tsx';

const answers: Readonly<Record<string, unknown>> = {
  '/v1/webapi/sites/localhost/context': {
    userName: 'mara',
    userAcl: { nodes: { list: true }, users: { list: true } },
    cluster: { name: 'localhost', authVersion: '13.1.3' },
  },
  '/v1/webapi/sites/localhost/alerts': { alerts: [] },
  '/v1/webapi/sites/localhost/nodes': { items: [], startKey: '', totalCount: 0 },
  '/v1/webapi/users': [],
  '/v1/webapi/user/status': {},
};
const replace = vi.fn<Location['replace']>();

/** The console at a full path, for somebody who may list servers and users. */
function openAt(address: string) {
  history.replaceState(null, '', address);
  const { keeper } = idleKeeper();
  const router = createRouter({
    keeper,
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    dataProvider: createDataProvider(resources, false),
    authProvider: createAuthProvider({ keeper, user: loadUserContext, aclKeyOf: () => undefined }),
  });
  render(<RouterProvider router={router} />);
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (input: string) => {
    const answer = answers[new URL(input, location.origin).pathname];
    return Response.json(answer ?? { error: { message: 'not found' } }, { status: answer === undefined ? 404 : 200 });
  });
  vi.spyOn(location, 'replace').mockImplementation(replace);
  session.store({ type: 'Bearer', token: 't', expires_in: 600, sessionExpires: '', sessionInactiveTimeout: 0 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  replace.mockReset();
});

test('the start is the first page of resources that the roles open', async () => {
  openAt('/web');
  await waitFor(() => expect(location.pathname).toBe('/web/cluster/localhost/nodes'));
  await waitFor(() => expect(document.title).toBe('localhost • Servers'));
  expect(screen.getByRole('link', { current: 'page', name: 'Servers' })).toBeTruthy();
});

test('help is open to everybody and names the pages one does not see', async () => {
  openAt('/web/support');
  expect(await screen.findByText('Your roles lack role: list')).toBeTruthy();
  expect(document.title).toBe('Help & Support');
});

test.each([
  ['an address without a page', '/web/cluster/localhost/node'],
  ['a page that the roles do not open', '/web/roles'],
  ['a page that is still to come', '/web/cluster/localhost/databases'],
])('%s is not found', async (_, address) => {
  openAt(address);
  expect(await screen.findByRole('heading', { name: 'The requested path could not be found.' })).toBeTruthy();
  expect(screen.getByText(address)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Servers' })).toBeTruthy();
  expect(document.title).toBe('Not Found');
});

test('without a session the browser leaves for the login page, and knows the way back', async () => {
  session.clear();
  openAt('/web/users?search=a%25');
  await waitFor(() => expect(replace).toHaveBeenCalled());
  const login = new URL(replace.mock.calls[0]?.[0] ?? '', location.origin);
  expect(login.pathname).toBe('/web/login');
  expect(login.searchParams.get('redirect_uri')).toBe(`${location.origin}/web/users?search=a%25`);
});
