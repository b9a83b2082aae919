// The selector and the flows with a stubbed cluster (screens §19).
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  ACL,
  ALL,
  answers,
  card,
  events,
  open,
  sent,
  SLOW,
  type Options,
  answerDiscover,
} from '../../../tests/support/discoverPage.tsx';
import { JOINED_SERVERS, REVERSE_TUNNELS, toFeatures, TOKEN_LABELS } from '../../wire/config.ts';

answerDiscover();

test('cards without a flow open the documentation in a new tab', async () => {
  open();
  await userEvent.type(screen.getByRole('searchbox'), 'mongodb atlas');
  const link = screen.getByRole('link', { name: /MongoDB Atlas/ });
  expect(link.getAttribute('target')).toBe('_blank');
  link.removeAttribute('href');
  await userEvent.click(link);
  await waitFor(() => expect(events()).toEqual(['started SUCCESS', 'resourceSelection SUCCESS']));
});

test('a card without its rules names the missing rule and does not open', async () => {
  const { router } = open({ acl: { ...ACL, nodes: {} } });
  const debian = card(/Debian/);
  expect(within(debian).getByText('Your roles lack node: list')).toBeTruthy();
  await userEvent.click(debian);
  expect(router.state.location.search).toBe('');
});

test('a double click on a card adds one history entry', async () => {
  const { router } = open();
  const debian = card(/Debian/);
  act(() => {
    debian.click();
    debian.click();
  });
  await screen.findByText(/^sudo bash -c/, undefined, SLOW);
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('');
  await screen.findByRole('searchbox');
});

test('restores the scroll position of the cards when the user returns', async () => {
  const { router } = open();
  const scroller = () => screen.getByRole('searchbox').closest('[class*=scroll]')!;
  scroller().scrollTop = 300;
  fireEvent.scroll(scroller());
  await userEvent.click(card(/Debian/));
  await screen.findByText(/^sudo bash -c/, undefined, SLOW);
  await act(() => router.navigate(-1));
  await screen.findByRole('searchbox');
  expect(scroller().scrollTop).toBe(300);
});

test('opening a flow focuses its heading and sets the title', async () => {
  open();
  await userEvent.click(card(/Debian/));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Enroll a server' }, SLOW);
  expect(document.activeElement).toBe(heading);
  expect(document.title).toMatch(/^Debian.* • Enroll New Resource$/);
});

test('a server of a cluster: shows the command, polls, shows hints after five minutes, then the server', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open({ at: '/discover?resource=server-debian' });
  await screen.findByText(/^sudo bash -c .*\/scripts\/ab12\/install-node\.sh/, undefined, SLOW);
  expect(sent.find(({ path }) => path.endsWith('/token'))?.body).toEqual({
    roles: ['Node'],
    join_method: 'token',
    allow: [],
    suggested_agent_matcher_labels: {},
  });
  expect(screen.queryByText('Labels the server will carry')).toBeNull();
  const next = screen.getByRole('button', { name: 'Next: set up access' });
  expect(next.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByText(/Check on the server/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 4000));
  await screen.findByText(/Check on the server/);
  answers['nodes'] = {
    items: [{ id: 'n1', siteId: 'east', hostname: 'web-1', addr: '10.0.0.1', sshLogins: ['root'] }],
  };
  await act(() => vi.advanceTimersByTimeAsync(3500));
  await screen.findByText('Server web-1 has joined (10.0.0.1)');
  expect(sent.filter(({ path }) => path.includes('/nodes?')).at(-1)?.path).toContain(
    'search=teleport.internal%2Fresource-id+5b1e',
  );
  expect(screen.queryByText(/Check on the server/)).toBeNull();
});

test.each([['0001-01-01T00:00:00Z'], [undefined], ['2023-06-01T08:00:00Z']])(
  'shows no expiry for a new join token with the expiry %j',
  async (expiry) => {
    answers['token'] = {
      id: 'ab12',
      expiry,
      suggestedLabels: [{ name: 'teleport.internal/resource-id', value: '5b1e' }],
    };
    open({ at: '/discover?resource=server-debian' });
    await screen.findByText(/^sudo bash -c/, undefined, SLOW);
    await screen.findByRole('button', { name: 'Make a new one' });
    expect(screen.queryByText(/has expired|works until|unknown/)).toBeNull();
  },
);

test('on a gateway: sets labels, offers a reverse tunnel and shows the report of the script', async () => {
  answers['joins'] = {
    joins: [
      { time: '', step: 'sshd', text: 'sshd accepts the configuration', ok: true },
      { time: '', step: 'reach', text: 'The gateway does not reach this machine', ok: false },
    ],
  };
  open({
    at: '/discover?resource=server-debian',
    isEmbedded: true,
    config: { postern: { features: toFeatures([TOKEN_LABELS, REVERSE_TUNNELS, JOINED_SERVERS]) } },
  });
  await screen.findByText(/^curl -fsSL '.*\/scripts\/ab12\/install-node\.sh' \| sudo sh$/, undefined, SLOW);
  const reports = within(await screen.findByRole('list', { name: 'Steps of the script' }));
  expect(reports.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'sshd accepts the configuration',
    'The gateway does not reach this machine',
  ]);
  expect(reports.getByRole('img', { name: 'Failed' })).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: /reverse tunnel/ }));
  await screen.findByText(/\| sudo sh -s -- --tunnel$/);
  await userEvent.click(screen.getByRole('button', { name: 'Add label' }));
  await userEvent.type(screen.getByLabelText('Name'), 'env');
  await userEvent.type(screen.getByLabelText('Value'), 'prod{Enter}');
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.endsWith('/token')).at(-1)?.body).toMatchObject({ labels: { env: 'prod' } }),
  );
});

test('Next saves the edited traits with the other traits, and an error keeps the step', async () => {
  answers['nodes'] = { items: [{ id: 'n1', hostname: 'web-1', addr: '', sshLogins: ['root'] }] };
  answers['mara'] = {
    name: 'mara',
    roles: ['access'],
    authType: 'local',
    traits: { logins: [], databaseUsers: ['r'] },
  };
  const { env } = open({ at: '/discover?resource=server-debian' });
  await screen.findByText('Server web-1 has joined', undefined, SLOW);
  await userEvent.click(screen.getByRole('button', { name: 'Next: set up access' }));
  const field = await screen.findByRole('combobox', { name: 'OS users' }, SLOW);
  expect(screen.getByText('OS users from your roles:')).toBeTruthy();
  await userEvent.type(field, 'deploy{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Next: test connection' }));
  await screen.findByText(/Your traits were not saved/, undefined, SLOW);
  answers['users'] = { name: 'mara' };
  await userEvent.click(screen.getByRole('button', { name: 'Next: test connection' }));
  await screen.findByRole('heading', { name: 'Test the connection to web-1' }, SLOW);
  const saved = sent.filter(({ path }) => path.endsWith('/users')).at(-1)?.body;
  expect(saved).toMatchObject({
    name: 'mara',
    roles: ['access'],
    traits: { logins: ['deploy'], databaseUsers: ['r'] },
  });
  expect(env.reloadUser).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  await screen.findByRole('heading', { name: 'Server web-1 is added' }, SLOW);
  expect(events()).toEqual([
    'started SUCCESS',
    'resourceSelection SUCCESS',
    'deployService SUCCESS',
    'principals.configure ERROR',
    'principals.configure SUCCESS',
    'testConnection SKIPPED',
    'completed SUCCESS',
  ]);
});

test('a single sign-on user sees the required role with a template', async () => {
  answers['nodes'] = { items: [{ id: 'n1', hostname: 'web-1', addr: '', sshLogins: ['root'] }] };
  open({ at: '/discover?resource=server-debian', authType: 'sso', acl: { ...ACL, connectionDiagnostic: {} } });
  await screen.findByText('Server web-1 has joined', undefined, SLOW);
  await userEvent.click(screen.getByRole('button', { name: 'Next: set up access' }));
  await screen.findByText('Your traits come from the identity provider.');
  expect(screen.getByRole('group', { name: 'Role' }).textContent).toContain("logins: ['REPLACE_ME']");
  await userEvent.click(screen.getByRole('button', { name: 'Next: test connection' }));
  await screen.findByText('Your roles do not allow connection tests.');
});

test('shows no command and no pending status after a Kubernetes cluster has joined', async () => {
  open({ at: '/discover?resource=kubernetes' });
  await userEvent.type(await screen.findByLabelText('Kubernetes cluster name', undefined, SLOW), 'eu-1');
  await userEvent.click(screen.getByRole('button', { name: 'Generate command' }));
  await screen.findByText(/helm install/);
  answers['kubernetes'] = { items: [{ name: 'eu-1', labels: [] }] };
  await screen.findByText('Kubernetes cluster eu-1 has joined', undefined, SLOW);
  expect(screen.queryByText('Creating a join token')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('shows no pending status after a desktop service has joined', async () => {
  answers['desktopservices'] = { items: [] };
  open({ at: '/discover?resource=desktop' });
  await userEvent.click(await screen.findByRole('button', { name: 'Next: connect' }, SLOW));
  await screen.findByText(/configure-ad\.ps1/);
  answers['desktopservices'] = { items: [{ name: 'svc', hostname: 'win-gw', addr: '', labels: [] }] };
  await screen.findByText('Desktop service win-gw has joined', undefined, SLOW);
  expect(screen.queryByText('Creating a join token')).toBeNull();
});

test('the fields of the Kubernetes flow are read-only while their command is shown', async () => {
  open({ at: '/discover?resource=kubernetes' });
  const name = await screen.findByLabelText('Kubernetes cluster name', undefined, SLOW);
  await userEvent.click(screen.getByRole('button', { name: 'Generate command' }));
  await screen.findByText('Enter the name');
  await userEvent.type(name, 'eu-1');
  await userEvent.click(screen.getByRole('button', { name: 'Generate command' }));
  await screen.findByText(/kubeClusterName: eu-1/);
  expect(name.hasAttribute('readonly')).toBe(true);
  await waitFor(() => expect(sent.some(({ path }) => path.includes('/kubernetes?'))).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.queryByText(/kubeClusterName/)).toBeNull();
});

test('adds an application of a cluster in a dialog on the selector', async () => {
  open({ config: { isCloud: true } });
  await userEvent.click(card(/^Application ?Application/));
  const dialog = await screen.findByRole('dialog', { name: 'Add an application' });
  const field = within(dialog);
  await userEvent.type(field.getByLabelText('Name of the application'), 'Shop');
  await userEvent.type(field.getByLabelText('Internal URL'), 'http://localhost:8080{Enter}');
  await field.findByText(/install-app\.sh\?name=shop&uri=http%3A%2F%2Flocalhost%3A8080/);
  await userEvent.click(field.getByRole('radio', { name: 'Manual' }));
  await field.findByText(/teleport configure .*--token=ab12/);
});

test.each([
  ['/discover?resource=server', 'Generate command', /install-node\.sh/, 'Continue'],
  ['/discover?resource=application', 'Generate command', /--token=ab12/, 'Generate command'],
])('a link to %s creates no join token until the user requests it', async (at, ask, command, again) => {
  const asked = () => sent.filter(({ path }) => path.endsWith('/token')).length;
  const { router } = open({ at, byLink: true });
  await screen.findByRole('button', { name: ask }, SLOW);
  expect([asked(), screen.queryByRole('region', { name: 'Status' })]).toEqual([0, null]);
  await userEvent.click(screen.getByRole('button', { name: ask }));
  await screen.findByText(command);
  expect(asked()).toBe(1);
  // Back to the selector and forward again: the address does not request a token.
  await act(() => router.navigate('/discover'));
  await screen.findByRole('searchbox');
  await act(() => router.navigate(-1));
  await screen.findByRole('button', { name: again }, SLOW);
  expect(asked()).toBe(1);
});

test('leaving a flow asks for confirmation, returning to the selector does not', async () => {
  const { router } = open({ at: '/discover?resource=server-debian' });
  await screen.findByText(/install-node\.sh/, undefined, SLOW);
  act(() => void router.navigate('/users'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/discover');
  act(() => void router.navigate('/discover'));
  await screen.findByRole('searchbox');
  await waitFor(() => expect(events()).toContain('deployService ABORTED'));
  await screen.findByRole('button', { name: 'Continue: Debian 8+' });
});

test('shows an error instead of the command when token creation fails, and can retry', async () => {
  const token = answers['token'];
  delete answers['token'];
  open({ at: '/discover?resource=server-debian' });
  await screen.findByText(/The join token could not be created/, undefined, SLOW);
  expect(events()).toContain('deployService ERROR');
  answers['token'] = token;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/install-node\.sh/);
});

const REFUSED = (status: number, message: string) => new Response(JSON.stringify({ error: { message } }), { status });
const ADMINISTRATOR = { ...ACL, roles: ALL, users: ALL };
const DATABASE = '/discover?resource=database-postgres';
const CREATE = 'Create this role and assign it to me';
const writes = () =>
  sent
    .filter(({ path, body }) => body !== undefined && !path.endsWith('/capture'))
    .map(({ path, body }) => [path.split('/').at(-1), body]);

test('an administrator creates and assigns the missing role with one click and continues', async () => {
  answers['POST roles'] = {};
  answers['mara'] = { name: 'mara', roles: ['editor'], authType: 'local', traits: { logins: ['root'] } };
  answers['PUT users'] = {};
  const { env } = open({ at: DATABASE, isEmbedded: true, acl: ADMINISTRATOR, aclAfterReload: { db: ALL } });
  const button = await screen.findByRole('button', { name: CREATE }, SLOW);
  expect(screen.getByRole('group', { name: 'Role' }).textContent).toContain('resources: [db]');
  await userEvent.dblClick(button);
  await screen.findByRole('textbox', { name: 'Name' });
  expect(env.reloadUser).toHaveBeenCalledOnce();
  expect(writes()).toEqual([
    ['roles', { content: expect.stringContaining('name: add-db') }],
    ['users', { name: 'mara', roles: ['editor', 'add-db'], traits: expect.objectContaining({ logins: ['root'] }) }],
  ]);
});

test('shows an existing role of the same name before assigning it', async () => {
  answers['POST roles'] = REFUSED(409, 'resource with name "add-db" already exists');
  answers['GET roles'] = [{ name: 'add-db', content: 'kind: role # of another person' }];
  answers['mara'] = { name: 'mara', roles: ['add-db', 'editor'], authType: 'local', traits: {} };
  open({ at: DATABASE, isEmbedded: true, acl: ADMINISTRATOR });
  await userEvent.click(await screen.findByRole('button', { name: CREATE }, SLOW));
  const assign = await screen.findByRole('button', { name: 'Assign the existing role to me' });
  expect(screen.getByRole('group', { name: 'Role' }).textContent).toContain('of another person');
  await userEvent.click(assign);
  // It was already assigned, so either the session is older or another role denies the action.
  await screen.findByText(/Sign out and sign in again/);
  expect(writes().map(([path]) => path)).toEqual(['roles']);
});

test('reports a role that was created but not assigned, and offers only the assignment', async () => {
  answers['POST roles'] = {};
  answers['mara'] = { name: 'mara', roles: ['editor'], authType: 'local', traits: {} };
  answers['PUT users'] = REFUSED(403, 'access denied');
  open({ at: DATABASE, isEmbedded: true, acl: ADMINISTRATOR, aclAfterReload: { db: ALL } });
  await userEvent.click(await screen.findByRole('button', { name: CREATE }, SLOW));
  await screen.findByText(/The role add-db was not assigned to you/);
  answers['PUT users'] = {};
  await userEvent.click(screen.getByRole('button', { name: 'Assign the role to me' }));
  await screen.findByRole('textbox', { name: 'Name' });
  expect(writes().map(([path]) => path)).toEqual(['roles', 'users', 'users']);
});

test.each<[string, Options]>([
  ['may not create roles', { acl: { ...ADMINISTRATOR, roles: { ...ALL, create: false } } }],
  ['may not edit users', { acl: { ...ADMINISTRATOR, users: { ...ALL, edit: false } } }],
  ['has roles of an identity provider', { acl: ADMINISTRATOR, authType: 'sso' }],
])('a user who %s is referred to an administrator', async (_, options) => {
  open({ at: DATABASE, isEmbedded: true, ...options });
  await screen.findByText(/Ask an administrator for this role/, undefined, SLOW);
  expect(screen.queryByRole('button', { name: CREATE })).toBeNull();
});
