// One list as a user operates it. Tests for every resource are in tests/descriptors.test.tsx.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { contextWith, forgetFailedCall, FULL_ACL, openResource } from '../../../tests/support/resourceHarness.tsx';
import { Refusal, stubServer } from '../../../tests/support/stubServer.ts';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { config } from '../../api/config.ts';
import { toUserContext, type UserContext } from '../../api/userContext.ts';
import type * as userContextModule from '../../api/userContext.ts';
import nodes from '../../descriptors/nodes.descriptor.ts';
import { formatCount } from '../../lib/numbers.ts';
import { prefetchPopups } from '../../ui/Popup.tsx';
import { HISTORY } from '../../wire/config.ts';

beforeAll(prefetchPopups);

let user: UserContext;
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<typeof userContextModule>()),
  userContext: () => user,
}));

const servers = resourceNamed(nodes.name);
const users = resourceNamed('users');
const roles = resourceNamed('roles');
const tokens = resourceNamed('tokens');
const audit = resourceNamed('audit');
const documents = resourceNamed('reachableDocuments');

const node = (n: number) => ({
  id: `id-${n}`,
  siteId: 'east',
  hostname: `web-${String(n).padStart(2, '0')}`,
  addr: `10.0.0.${n}:22`,
  tunnel: false,
  tags: [
    { name: 'env', value: n % 2 ? 'prod' : 'dev' },
    { name: 'rack', value: `r${n}` },
  ],
  sshLogins: ['ubuntu', 'root'],
});
const items = Array.from({ length: 12 }, (_, i) => node(i + 1));
const answer = (some = items) => ({ items: some, startKey: '', totalCount: some.length });

beforeEach(() => {
  user = contextWith(FULL_ACL);
  vi.stubGlobal('innerHeight', 2000); // room for floating elements
});
afterEach(() => void vi.unstubAllGlobals());

const names = () => screen.getAllByRole('row').flatMap((row) => /web-\d\d/.exec(row.textContent)?.[0] ?? []);
const shown = () => screen.findByText('web-01');
const foot = () =>
  screen
    .getAllByRole('status')
    .map((one) => one.textContent)
    .join(' ');
const cursor = () => screen.getAllByRole('row').find((row) => row.hasAttribute('aria-current'))?.textContent;

test('keys move the cursor, select rows and clear the selection', async () => {
  stubServer(() => answer());
  openResource(servers);
  await shown();
  await userEvent.keyboard('{Home}jjk');
  expect(cursor()).toContain('web-02');
  await userEvent.keyboard('x{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  const bar = await screen.findByRole('toolbar', { name: '3 servers selected' });
  expect(within(bar).getByText('3 selected')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
  await userEvent.keyboard('{End}');
  expect(cursor()).toContain('web-12');
});

test('Delete applies to the selected rows, and a selected row gets the cursor', async () => {
  stubServer(() => ['ann', 'bob', 'carl', '..'].map((name) => ({ name, roles: ['access'], authType: 'local' })));
  openResource(users);
  await screen.findByText('ann');
  expect(screen.getByText('..')).toBeTruthy(); // a name that is not valid in an address only loses its own link
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select carl' }));
  expect(cursor()).toContain('carl');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select bob' }));
  await userEvent.keyboard('{Home}{Delete}');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Delete 2 users?')).toBeTruthy();
  expect(within(dialog).queryByText('ann')).toBeNull();
});

test('selects all matching rows in addition to selected rows that the filter hides', async () => {
  stubServer(() => ['ann', 'bob', 'carl'].map((name) => ({ name, roles: ['access'], authType: 'local' })));
  openResource(users);
  await screen.findByText('ann');
  for (const name of ['ann', 'bob']) await userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'carl');
  await userEvent.click(await screen.findByRole('button', { name: 'Select all 1 matching' }));
  await screen.findByRole('toolbar', { name: '3 users selected' });
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

test('a list with several kinds names the hidden kinds and the rules that would show them', async () => {
  const none = { list: false, read: false, edit: false };
  user = contextWith({ ...FULL_ACL, apps: none, nodes: { list: true, read: true, edit: false } });
  stubServer(() => []);
  openResource(documents);
  await screen.findByText(/Hidden: Application, Server\. Your roles lack the rules to list them/);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(screen.getByRole('button', { name: 'Copy as a request' }));
  expect(copied.mock.lastCall?.[0]).toContain(
    '- resources: [app]\n  verbs: [list, read, update]\n- resources: [node]\n  verbs: [update]\n',
  );
});

test('a list that the server refuses although the roles allow it names no missing rule', async () => {
  stubServer(() => new Refusal(403, 'kubernetes user and group are missing'));
  openResource(servers);
  await screen.findByText('You may not list servers');
  expect(screen.getByText(/kubernetes user and group are missing/)).toBeTruthy();
  expect(screen.queryByText(/None of your roles has the rule/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy as a request' })).toBeNull();
  await forgetFailedCall();
});

test('offers a check for deletions that a proxy answered with a timeout', async () => {
  stubServer(({ method }) =>
    method === 'DELETE'
      ? new Refusal(504, 'timeout')
      : ['ann', 'bob'].map((name) => ({ name, roles: ['access'], authType: 'local' })),
  );
  openResource(users);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select ann' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select bob' }));
  await userEvent.keyboard('{Delete}');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 2 users' }));
  expect(await within(dialog).findAllByRole('button', { name: /^Check / })).toHaveLength(2);
  await forgetFailedCall();
});

test('the dialog reports rows that are in use before and after the server refuses their deletion', async () => {
  const content = (name: string) => `kind: role\nversion: v6\nmetadata:\n  name: ${name}\nspec: {}\n`;
  stubServer(({ method, path }) => {
    if (method === 'DELETE') return path.endsWith('/used') ? new Refusal(400, 'role is in use') : {};
    if (path.startsWith('users')) return ['ann', 'bob'].map((name) => ({ name, roles: ['used'], authType: 'local' }));
    return ['free', 'used'].map((name) => ({ id: `role:${name}`, name, kind: 'role', content: content(name) }));
  });
  config.extensions = [HISTORY];
  onTestFinished(() => void (config.extensions = []));
  openResource(roles);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select free' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select used' }));
  await userEvent.keyboard('{Delete}');
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('will be refused: held by ann and 1 more')).toBeTruthy();
  expect(within(dialog).getByText('1 to be deleted, none kept, 1 to be refused')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 2 roles' }));
  expect(await within(dialog).findByText('1 of 2 roles was not deleted.')).toBeTruthy();
  expect(within(dialog).getByText(/“Removed roles” in the menu of the list can restore them/)).toBeTruthy();
  await forgetFailedCall();
});

test('reports the reason when a deleted role cannot be restored', async () => {
  const content = 'kind: role\nversion: v6\nmetadata:\n  name: free\nspec: {}\n';
  stubServer(({ method, path }) => {
    if (method === 'POST') return new Refusal(409, 'role free already exists');
    if (method === 'DELETE' || path.startsWith('users')) return [];
    return [{ id: 'role:free', name: 'free', kind: 'role', content }];
  });
  openResource(roles);
  await screen.findByRole('checkbox', { name: 'Select free' });
  await userEvent.keyboard('{Home}{Delete}');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete role' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/^Could not restore role free: /)).toBeTruthy();
  await forgetFailedCall();
});

test('reports a role as deleted when a retry after a lost answer gets a 404', async () => {
  let presses = 0;
  stubServer(({ method, path }) => {
    if (method === 'DELETE' && ++presses === 1) throw new TypeError('network error');
    if (method === 'DELETE') return new Refusal(404, 'role free is not found');
    return path.startsWith('users') ? [] : [{ id: 'role:free', name: 'free', kind: 'role', content: 'kind: role\n' }];
  });
  openResource(roles);
  await screen.findByRole('checkbox', { name: 'Select free' });
  await userEvent.keyboard('{Home}{Delete}');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete role' }));
  expect(await screen.findByText('It may have been done.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete role' }));
  expect(await screen.findByText('Role free deleted')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await forgetFailedCall();
});

test('a row offers its logins, root first, each in a new tab, and a field for another login', async () => {
  stubServer(() => answer());
  openResource(servers);
  await shown();
  await userEvent.keyboard('{Home}{Enter}');
  const entries = screen.getAllByRole('menuitem');
  expect(entries.flatMap((entry) => entry.getAttribute('href') ?? [])).toEqual([
    '/web/cluster/east/console/node/id-1/root',
    '/web/cluster/east/console/node/id-1/ubuntu',
  ]);
  expect(entries[0]?.getAttribute('target')).toBe('_blank');
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await userEvent.type(screen.getByRole('textbox', { name: 'Other login' }), 'deploy{Enter}');
  expect(open).toHaveBeenCalledExactlyOnceWith('/web/cluster/east/console/node/id-1/deploy', '_blank', 'noopener');
});

test('typed text filters the loaded rows before the server answers', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const calls = stubServer(() => answer());
  const { address } = openResource(servers);
  await shown();
  const fetchNow = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    await gate;
    return fetchNow(...args);
  });
  await userEvent.type(screen.getByRole('combobox', { name: 'Search' }), 'r7');
  expect(names()).toEqual(['web-07']);
  expect(foot()).toContain('found in the 12 loaded');
  await waitFor(() => expect(address()).toContain('search=r7'));
  expect(calls).toHaveLength(1);
  await act(async () => release());
  await waitFor(() => expect(foot()).toContain('matching'));
});

test('a failed reload keeps the rows and shows their age and a retry', async () => {
  let isBroken = false;
  stubServer(() => (isBroken ? new Refusal(500, 'the database is locked') : answer()));
  openResource(servers);
  await shown();
  isBroken = true;
  await userEvent.keyboard('r');
  const note = await screen.findByRole('alert');
  expect(note.textContent).toMatch(
    /Servers could not be loaded.*“the database is locked”.*The list below was loaded at/,
  );
  expect(names()).toHaveLength(12);
  expect(foot()).toContain('Not up to date');
  await forgetFailedCall();
  isBroken = false;
  await userEvent.click(within(note).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('an automatically updated list shows its interval only while updates succeed', async () => {
  let isBroken = false;
  stubServer(() => (isBroken ? new Refusal(500, 'the database is locked') : answer()));
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  openResource({ ...servers, list: { ...servers.list, rereadEveryMs: 10_000 } });
  await shown();
  screen.getByText('Updates every 10 s');
  isBroken = true;
  await userEvent.keyboard('r');
  await screen.findByRole('alert');
  expect(foot()).toContain('Not up to date');
  expect(screen.queryByText('Updates every 10 s')).toBeNull();
  await forgetFailedCall();
});

test('shows skeleton rows while a slow list loads', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  openResource(servers);
  expect(foot()).toContain('Loading servers');
  expect(screen.getAllByRole('row')).toHaveLength(1);
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(10), { timeout: 3000 });
});

test('a list without paging has all rows for count, selection, sorting and search', async () => {
  const people = Array.from({ length: 1200 }, (_, n) => ({
    name: `person-${n + 1}`,
    roles: ['access'],
    authType: 'local',
    traits: {},
  }));
  const calls = stubServer(({ path }) => (path === 'users' ? people : []));
  openResource(users);
  await screen.findByText('person-1');
  expect(foot()).toContain(`of ${formatCount(1200)}`);
  await userEvent.keyboard('{Control>}a{/Control}');
  await screen.findByRole('toolbar', { name: `${formatCount(1200)} users selected` });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(await screen.findByText('person-1200')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'person-1199');
  expect(await screen.findByText('person-1199')).toBeTruthy();
  expect(foot()).toContain('Rows 1–1 of 1 matching');
  expect(calls.filter(({ path }) => path === 'users')).toHaveLength(1);
});

test('label filters from a row by key include or exclude a value', async () => {
  stubServer(() => answer());
  const { address } = openResource(servers);
  await shown();
  await userEvent.keyboard('{Home}f');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'env = prod' }));
  await waitFor(() => expect(decodeURIComponent(address())).toContain('query=labels["env"]+==+"prod"'));
  await userEvent.keyboard('{Shift>}f{/Shift}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'rack ≠ r1' }));
  await waitFor(() => expect(decodeURIComponent(address())).toContain('labels["rack"]+!=+"r1"'));
  expect(screen.getAllByRole('button', { name: 'Remove rack ≠ r1' }).length).toBeGreaterThan(0);
});

test('a view is saved under a name, marked as changed, reset and selected again', async () => {
  stubServer(() => answer());
  const { address } = openResource(servers, '?query=labels.env == "prod"');
  await shown();
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Save as new view' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Production');
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  const tab = await screen.findByRole('button', { name: 'Production' });
  expect(tab.getAttribute('aria-current')).toBe('true');
  await waitFor(() => expect(address()).toContain('view=Production'));
  await userEvent.click(screen.getByRole('button', { name: 'Hostname' }));
  await userEvent.click(screen.getByRole('button', { name: /^Production ?changed/ }));
  expect(screen.getByText('sorted by Hostname, descending, was Hostname')).toBeTruthy();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Reset to saved view' }));
  await waitFor(() => expect(address()).not.toContain('sort='));
  await userEvent.click(screen.getByRole('button', { name: 'Production' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'All servers Built in' }));
  await waitFor(() => expect(address()).not.toContain('query='));
  await userEvent.click(screen.getByRole('button', { name: 'All servers' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Production Your views' }));
  await waitFor(() => expect(decodeURIComponent(address())).toContain('query=labels["env"]+==+"prod"'));
});

test('a reload without an answer can be stopped', async () => {
  let isSilent = false;
  stubServer(() => (isSilent ? new Promise(() => undefined) : answer()));
  openResource(servers);
  await shown();
  isSilent = true;
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }, { timeout: 5000 }));
  await waitFor(() => expect(screen.queryByText('Reloading')).toBeNull());
  expect(names()).toHaveLength(12);
});

test('shows no counts for a list that failed to load', async () => {
  stubServer(() => new Refusal(500, 'the log is closed'));
  openResource(audit);
  await screen.findByText(/the log is closed/);
  await userEvent.click(screen.getByText('Filters'));
  await screen.findByText('Not counted');
  expect(screen.queryByText(/0 events/)).toBeNull();
  await forgetFailedCall();
});

test('the create menu stays open when the list turns out to be empty', async () => {
  let answer: (answer: readonly never[]) => void = () => undefined;
  stubServer(() => new Promise((resolve) => (answer = resolve)));
  openResource(tokens);
  await userEvent.click(await screen.findByRole('button', { name: 'Create join token' }));
  const choice = screen.getByRole('menuitem', { name: 'As a document' });
  await act(async () => answer([]));
  await screen.findByText('No join tokens');
  expect(choice.isConnected).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(choice.isConnected).toBe(false));
  expect(screen.getAllByRole('button', { name: 'Create join token' })).toHaveLength(1);
});

test('the create menu disables kinds that the roles do not allow and names the missing rule', async () => {
  const { db } = FULL_ACL;
  user = toUserContext({ userName: 'mara', userAcl: { db }, posternAcl: { apps: {} }, cluster: { name: 'east' } });
  stubServer(() => []);
  openResource(documents);
  // The button in the head is rendered again when the list turns out to be empty.
  await screen.findByText(/^0 /);
  await userEvent.click((await screen.findAllByRole('button', { name: 'Create resource' }))[0]!);
  const item = (name: string) => screen.getByRole('menuitem', { name: new RegExp(`^${name}`) });
  expect(item('Application').getAttribute('aria-disabled')).toBe('true');
  expect(item('Application').textContent).toContain('Your roles lack app: create');
  expect(item('Database').getAttribute('aria-disabled')).not.toBe('true');
});

test('shows no duplicate rows when the server repeats a page because the next row is gone', async () => {
  const pages = [
    { items: items.slice(0, 6), startKey: 'id-7', totalCount: 12 },
    { items: items.slice(0, 6), startKey: 'id-8', totalCount: 11 },
    { items: items.slice(7), startKey: '', totalCount: 11 },
  ];
  stubServer(() => pages.shift() ?? answer([]));
  openResource(servers);
  await shown();
  await userEvent.click(await screen.findByRole('button', { name: 'Load these rows' }));
  await screen.findByText('web-12');
  expect(names()).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12].map((n) => node(n).hostname));
  expect(foot()).toContain('of 11');
});

test('a list whose pages are empty so far reports that and can load more', async () => {
  const login = { uid: 'u1', code: 'T1000I', event: 'user.login', user: 'ann', time: new Date().toISOString() };
  let events: unknown[] = [];
  let pages = 0;
  stubServer(({ path }) => (path.endsWith('/events/search') ? { events, startKey: `key ${++pages}` } : answer()));
  openResource(audit);
  expect(await screen.findByText('No events so far')).toBeTruthy();
  events = [login];
  await userEvent.click(screen.getByRole('button', { name: 'Fetch more' }));
  expect(await screen.findByRole('row', { name: /ann/ })).toBeTruthy();
  expect(screen.queryByText('No events so far')).toBeNull();
});
