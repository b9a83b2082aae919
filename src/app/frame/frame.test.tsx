import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../tests/support/consoleHarness.tsx';
import { STORAGE } from '../../lib/storage.ts';
import { noteReachability } from '../../api/client.ts';
import { chooseTheme } from '../../ui/theme.ts';
import { AlertBanners } from './AlertBanners.tsx';
import { ClusterMenu } from './ClusterMenu.tsx';
import { Navigation } from './Navigation.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { UserMenu } from './UserMenu.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
const answer = (path: string, ...answers: (() => Response)[]) =>
  server.use(...answers.map((give) => http.get(`/v1/webapi/${path}`, give, { once: true })));

test('the navigation lists permitted pages and marks the current one', () => {
  renderInConsole(() => <Navigation look="full" />, { at: '/users/some' });
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Resources', '/cluster/east/nodes'],
    ['Servers', '/cluster/east/nodes'],
    ['User groups', '/cluster/east/user-groups'],
    ['Management', '/users'],
    ['Users', '/users'],
    ['Roles', '/roles'],
    ['Enroll new resource', '/discover'],
  ]);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Users');
});

test('a category links to its last page and query', () => {
  const { visits } = renderInConsole(({ visits: seen }) => {
    seen.note({ pathname: '/cluster/west/nodes', search: '?search=db' });
    return <Navigation look="full" />;
  });
  expect(screen.getByRole('link', { name: 'Resources' }).getAttribute('href')).toBe('/cluster/west/nodes?search=db');
  expect(screen.getByRole('link', { name: 'Servers' }).getAttribute('href')).toBe('/cluster/west/nodes');
  expect(visits.clusterId.get()).toBe('west');
});

test('a collapsed navigation has accessible labels', () => {
  renderInConsole(() => <Navigation look="rail" />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
    'Servers',
    'User groups',
    'Users',
    'Roles',
    'Enroll new resource',
  ]);
});

const alerts = [
  { metadata: { name: 'a', labels: {} }, spec: { severity: 4, message: 'Maintenance tonight' } },
  { metadata: { name: 'b', labels: {} }, spec: { severity: 10, message: 'Backups fail' } },
];

test('a hidden alert stays hidden for a day', async () => {
  answer('sites/east/alerts', () => HttpResponse.json({ alerts }));
  renderInConsole(() => <AlertBanners />);
  expect((await screen.findByRole('alert')).textContent).toContain('Backups fail');
  const calm = screen.getAllByRole('status').find((banner) => banner.textContent.includes('Maintenance'));
  if (!calm) throw new Error('no banner');
  await userEvent.click(within(calm).getByRole('button', { name: 'Hide for a day' }));
  expect(screen.queryByText('Maintenance tonight')).toBeNull();
  const until = JSON.parse(localStorage.getItem(STORAGE.disabledAlerts) ?? '{}') as Record<string, number>;
  expect((until['a'] ?? 0) - Date.now()).toBeGreaterThan(23.9 * 3600_000);
});

test('another cluster has separate alerts, and a dashboard omits version alerts', async () => {
  answer('sites/east/alerts', () => HttpResponse.json({ alerts }));
  answer('sites/west/alerts', () =>
    HttpResponse.json({
      alerts: [
        { metadata: { name: 'upgrade-suggestion' }, spec: { severity: 5, message: 'A version is out' } },
        { metadata: { name: 'security-patch-available' }, spec: { severity: 10, message: 'A patch is out' } },
        { metadata: { name: 'c' }, spec: { severity: 10, message: 'West is down' } },
      ],
    }),
  );
  const { visits } = renderInConsole(() => <AlertBanners />, { config: { isDashboard: true } });
  await screen.findByText('Backups fail');
  act(() => visits.note({ pathname: '/cluster/west/nodes', search: '' }));
  await screen.findByText('West is down');
  expect(screen.queryByText('Backups fail')).toBeNull();
  expect(screen.queryByText(/is out$/)).toBeNull();
});

const sites = [
  { name: 'west', status: 'offline' },
  { name: 'east', status: 'online' },
];
const openClusters = async (at?: string) => {
  const console = renderInConsole(() => <ClusterMenu />, at === undefined ? {} : { at });
  await userEvent.click(screen.getByRole('button', { name: 'Cluster east root' }));
  return console;
};

test('switching clusters keeps the page and drops its query', async () => {
  answer('sites', () => HttpResponse.json(sites));
  const { address } = await openClusters('/cluster/east/nodes?search=db');
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /west/ }));
  expect(address()).toBe('/cluster/west/nodes');
});

test('switching clusters on a page without a cluster opens the first page of the other cluster', async () => {
  answer('sites', () => HttpResponse.json(sites));
  const { address } = await openClusters('/users');
  await userEvent.keyboard('wes');
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /west/ }));
  expect(address()).toBe('/cluster/west/nodes');
});

test('shows an error when clusters fail to load and reloads them on the next opening', async () => {
  answer('sites', () => HttpResponse.json({ error: { message: 'no' } }, { status: 500 }));
  await openClusters();
  expect(await screen.findByText(/Could not load the clusters. The server answered 500: “no”/)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  answer('sites', () => HttpResponse.json(sites));
  await userEvent.click(await screen.findByRole('button', { name: 'Cluster east root' }));
  expect(await screen.findByRole('menuitemradio', { name: /west/ })).toBeTruthy();
});

test('the user menu switches the theme and signs out', async () => {
  const { leave } = renderInConsole(() => <UserMenu />);
  const open = () => userEvent.click(screen.getByRole('button', { name: 'mara, user menu' }));
  await open();
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  act(() => chooseTheme('system'));
  await open();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('signedOut'));
});

test('reports a server without an answer and retries on demand', async () => {
  renderInConsole(() => <OfflineLine />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => noteReachability(false));
  expect(screen.getByRole('alert').textContent).toMatch(/No answer since \d\d:\d\d:\d\d/);
  answer(
    'ping',
    () => HttpResponse.error(),
    () => HttpResponse.json({}),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByRole('button', { name: 'Try now' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a page that fails to render shows an error with a retry', async () => {
  const logged = vi.mocked(console.error).mockImplementation(() => undefined); // React logs the error
  let works = false;
  const Page = () => {
    if (!works) throw new Error('rows is undefined');
    return <p>All is well</p>;
  };
  renderInConsole(() => (
    <PageBoundary page="/users">
      <Page />
    </PageBoundary>
  ));
  expect(screen.getByRole('heading', { name: 'Internal Error' })).toBeTruthy();
  expect(screen.getByText('rows is undefined')).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('All is well')).toBeTruthy();
  logged.mockClear();
});

test('retrying a failed page fetches its data again', async () => {
  const logged = vi.mocked(console.error).mockImplementation(() => undefined); // React logs the error
  answer(
    'rows',
    () => HttpResponse.json([null]),
    () => HttpResponse.json([{ name: 'web-1' }]),
  );
  const Page = () => {
    const { data = [] } = useQuery({
      queryKey: ['rows'],
      queryFn: async () => (await (await fetch('/v1/webapi/rows')).json()) as { name: string }[],
      staleTime: Infinity,
    });
    return data.map(({ name }) => <p key={name}>{name}</p>);
  };
  renderInConsole(() => (
    <PageBoundary page="/users">
      <Page />
    </PageBoundary>
  ));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('web-1')).toBeTruthy();
  logged.mockClear();
});
