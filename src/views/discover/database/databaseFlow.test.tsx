import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toConfig } from '../../../api/config.ts';
import { toUserContext } from '../../../api/userContext.ts';
import { FEATURE_QUERIES } from '../../../wire/config.ts';
import type { UserAclJson } from '../../../wire/userContext.ts';
import { DiscoverPage } from '../DiscoverPage.tsx';
import { KeptRuns } from '../flow/keptRuns.ts';
import type { Returned } from '../RunningFlow.tsx';

const ALL = { list: true, read: true, edit: true, create: true, remove: true, use: true };
const ACL: UserAclJson = Object.fromEntries(
  ['tokens', 'db', 'dbServers', 'users', 'integrations', 'connectionDiagnostic'].map((key) => [key, ALL]),
);
const RESOURCE_ID = { name: 'teleport.internal/resource-id', value: '5b1e' };
const ORDERS = { name: 'orders', protocol: 'postgres', type: 'self-hosted', uri: 'db:5432', labels: [] };

let sent: { what: string; body: unknown }[] = [];
/** Answers by method and last path segment. All other requests get a 404. */
let answers: Record<string, unknown> = {};
const bodies = (what: string) => sent.filter((call) => call.what === what).map(({ body }) => body);
const events = () =>
  bodies('POST capture')
    .map((body) => body as { event: string; eventData: { stepStatus: string } })
    .map(({ event, eventData }) => `${event.replace('tp.ui.discover.', '')} ${eventData.stepStatus.split('_').at(-1)}`);

beforeEach(() => {
  localStorage.clear();
  sent = [];
  const expiry = new Date(Date.now() + 4 * 3600_000).toISOString();
  answers = {
    'POST capture': '',
    'POST token': { id: 'ab12', expiry, suggestedLabels: [RESOURCE_ID] },
    'POST databases': ORDERS,
    'PUT orders': ORDERS,
    'GET databases': { items: [] },
    'GET databaseservices': { items: [] },
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const [route = '', query = ''] = path.split('?');
    const what = `${method} ${route.split('/').at(-1) ?? ''}`;
    sent.push({ what, body: body === undefined ? new URLSearchParams(query).get('query') : JSON.parse(body) });
    const answer = await answers[what];
    if (answer === 409) return new Response(JSON.stringify({ error: { message: 'taken' } }), { status: 409 });
    return answer === undefined
      ? new Response(JSON.stringify({ error: { message: 'not found' } }), { status: 404 })
      : new Response(JSON.stringify(answer));
  });
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllGlobals();
});

type Options = { resource: string; acl?: UserAclJson; returned?: Returned; extensions?: string[] };

function open({ resource, acl = ACL, returned, extensions = [] }: Options) {
  const onDetour = vi.fn<(path: string) => void>();
  const user = toUserContext({
    ...{ userName: 'mara', authType: 'sso', userAcl: acl },
    cluster: { name: 'east', publicURL: 'east.example.test:443', authVersion: '13.1.3' },
  });
  const env = {
    config: toConfig({
      proxyCluster: 'east',
      postern: { features: Object.fromEntries(extensions.map((name) => [name, true])) },
    }),
    user,
    clusterId: 'east',
    isEmbedded: false,
    proxy: 'east.example.test:443',
    reloadUser: () => Promise.resolve(),
    href: (path: string) => `/web${path}`,
  };
  const page = (
    <DiscoverPage
      env={env}
      resource={resource}
      hasActed
      resumes={undefined}
      entity={undefined}
      returned={returned}
      selector="/discover"
      onOpen={() => undefined}
      onDetour={onDetour}
    />
  );
  const router = createMemoryRouter([{ path: '/discover', element: page }], { initialEntries: ['/discover'] });
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { onDetour };
}

const nextButton = () => screen.getByRole('button', { name: /^Next: / });
/** Presses Next when the step is ready. */
async function next(): Promise<void> {
  await waitFor(() => expect(nextButton().getAttribute('aria-disabled')).not.toBe('true'));
  await userEvent.click(nextButton());
}
const dialog = () => screen.findByRole('dialog');

async function describeOrders(): Promise<void> {
  open({ resource: 'database-postgres' });
  await userEvent.type(await screen.findByLabelText('Name', undefined, { timeout: 10_000 }), 'Orders');
  await next();
  await userEvent.type(screen.getByLabelText('Host'), 'db');
  await next();
}

test('registers a database of a cluster, deploys a service and configures certificates', async () => {
  await describeOrders();
  await within(await dialog()).findByText('Database orders is registered.');
  expect(bodies('POST databases')).toEqual([{ name: 'orders', protocol: 'postgres', uri: 'db:5432', labels: [] }]);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));

  await screen.findByRole('heading', { name: 'Deploy a database service' });
  expect(nextButton().getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Generate command' }));
  await screen.findByText(/^sudo bash -c .*\/scripts\/ab12\/install-database\.sh/);
  expect(bodies('POST token')).toEqual([
    { roles: ['Db'], join_method: 'token', allow: [], suggested_agent_matcher_labels: { '*': ['*'] } },
  ]);
  answers['GET databases'] = { items: [{ ...ORDERS, database_users: ['reader'], database_names: ['*'] }] };
  await screen.findByText('A database service serves orders', undefined, { timeout: 5000 });
  await next();

  await screen.findByRole('heading', { name: 'Configure mTLS' });
  await screen.findByText(/sign\/db' -d '\{"hostname":"db"\}' -H 'Authorization: Bearer ab12'/);
  expect(bodies('POST token')).toHaveLength(2);
  await userEvent.type(screen.getByLabelText(/^Authority of the server/), 'PEM');
  await next();
  await screen.findByText('Your traits come from the identity provider.');
  expect(bodies('PUT orders')).toEqual([{ name: 'orders', caCert: 'PEM' }]);
  await next();
  await screen.findByRole('heading', { name: 'Test the connection to orders' });
  await screen.findByText(/tsh db connect --db-user=reader/);
  expect(events()).toEqual(
    expect.arrayContaining(['database.register SUCCESS', 'deployService SUCCESS', 'database.configure.mtls SUCCESS']),
  );
});

test('skips the deployment if a service already serves the database', async () => {
  answers['GET databaseservices'] = { items: [{ name: 's', resource_matchers: [{ labels: { '*': '*' } }] }] };
  answers['GET databases'] = { items: [ORDERS] };
  await describeOrders();
  await within(await dialog()).findByText(/A database service serves it already/);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: 'Configure mTLS' });
  expect(events()).toEqual(expect.arrayContaining(['database.register SUCCESS', 'deployService SKIPPED']));
});

test('the dialog counts down, reports a timeout after 30 seconds and can retry', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  answers['GET databaseservices'] = { items: [{ name: 's', resource_matchers: [{ labels: { '*': ['*'] } }] }] };
  await describeOrders();
  await within(await dialog()).findByText(/The page waits \d+ more seconds/);
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await within(await dialog()).findByText(/did not serve it within 30 seconds/);
  answers['GET databases'] = { items: [ORDERS] };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await within(await dialog()).findByText('Database orders is registered.');
  expect(bodies('POST databases')).toHaveLength(1);
});

test('a duplicate name leads back to the name field', async () => {
  answers['POST databases'] = 409;
  answers['GET orders'] = ORDERS;
  await describeOrders();
  await within(await dialog()).findByText(/already part of the cluster: use another name/);
  await userEvent.click(screen.getByRole('button', { name: 'Change entries' }));
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'orders');
  expect(events()).toContain('database.register ERROR');
});

test('the labels of a new service must match those of the database', async () => {
  open({ resource: 'database-mysql' });
  await userEvent.type(await screen.findByLabelText('Name', undefined, { timeout: 10_000 }), 'orders');
  await next();
  await userEvent.type(screen.getByLabelText('Host'), 'db');
  await userEvent.click(screen.getByRole('button', { name: 'Add label' }));
  await userEvent.type(screen.getByLabelText('Name'), 'env');
  await userEvent.type(screen.getByLabelText('Value'), 'dev');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await next();
  await within(await dialog()).findByText('Database orders is registered.');
  expect(bodies('POST databases')).toMatchObject([
    { protocol: 'mysql', uri: 'db:3306', labels: [{ name: 'env', value: 'dev' }] },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await userEvent.click(await screen.findByRole('button', { name: /Remove/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Generate command' }));
  await screen.findByText('These labels do not match those of the database.');
  expect(bodies('POST token')).toEqual([]);
});

test('the test shows its fields after the allowed users are loaded', async () => {
  let list = (_: object): void => undefined;
  answers['GET databases'] = new Promise((resolve) => (list = resolve));
  new KeptRuns('mara').save('discover/database-postgres#1', {
    step: 4,
    values: { name: 'orders', registered: ORDERS },
  });
  open({ resource: 'database-postgres' });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with orders' }));
  await screen.findByText('Loading your database users', undefined, { timeout: 10_000 });
  expect(screen.queryByLabelText('Database user')).toBeNull();
  list({ items: [{ ...ORDERS, database_users: ['reader'], database_names: ['*'] }] });
  expect(await screen.findByLabelText('Database user')).toHaveProperty('value', 'reader');
});

test.each([
  [['shop'], ['/web/cluster/east/databases/orders/query?user=reader&database=shop']],
  [[], []],
])('a tested MySQL server links to a database in the query console: %j', async (database_names, links) => {
  const orders = { ...ORDERS, protocol: 'mysql' };
  answers['GET databases'] = { items: [{ ...orders, database_users: ['reader'], database_names }] };
  answers['POST required'] = { required: false };
  answers['POST connections'] = { id: '1', success: true, message: 'success', traces: [] };
  new KeptRuns('mara').save('discover/database-mysql#1', { step: 4, values: { name: 'orders', registered: orders } });
  open({ resource: 'database-mysql', extensions: [FEATURE_QUERIES] });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with orders' }, { timeout: 10_000 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Test connection' }));
  await screen.findByText('The connection to orders works.');
  const found = screen.queryAllByRole('link', { name: 'Open query console' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(links);
});

test('shows the required role without the rules', async () => {
  open({ resource: 'database-postgres', acl: { ...ACL, db: {} } });
  await screen.findByText('Your roles do not allow you to register databases.', undefined, { timeout: 10_000 });
  expect(nextButton().getAttribute('aria-disabled')).toBe('true');
});

test('AWS on a cluster: account setup, enrollment table, service deployment and policy', async () => {
  answers['GET integrations'] = { items: [] };
  const { onDetour } = open({ resource: 'database-rds-postgres' });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an AWS account' }, { timeout: 10_000 }));
  expect(onDetour.mock.calls[0]?.[0]).toBe('/integrations/new/aws-oidc');
  cleanup();

  const row = (name: string, status: string) => ({
    ...{ name, protocol: 'postgres', type: 'rds', uri: `${name}.rds:5432`, hostname: `${name}.rds`, desc: '' },
    labels: [{ name: 'env', value: name }],
    aws: { account_id: '123456789012', rds: { resource_id: `db-${name}`, iam_auth: true }, status },
  });
  answers['POST databases'] = { databases: [row('old', 'available'), row('shop', 'available')], nextToken: 'n"1' };
  answers['GET databases'] = { items: [row('old', '')] };
  answers['GET policy'] = { aws: { policy_document: '{"Version":"2012-10-17"}' } };
  open({
    resource: 'database-rds-postgres',
    returned: { card: 'database-rds-postgres', runId: 'r', integrationName: 'aws-main' },
  });
  await userEvent.selectOptions(await screen.findByLabelText('Region', undefined, { timeout: 10_000 }), 'eu-west-1');
  const old = await screen.findByRole('radio', { name: /^old/ });
  expect(old).toHaveProperty('disabled', true);
  expect(bodies('POST databases')).toEqual([
    { rdsType: 'instance', engines: ['postgres'], region: 'eu-west-1', nextToken: '' },
  ]);
  expect(bodies('GET databases')).toContain(
    'resource.spec.aws.rds.resource_id == "db-old" || resource.spec.aws.rds.resource_id == "db-shop"',
  );
  await userEvent.click(screen.getByRole('radio', { name: 'shop' }));
  answers['GET databases'] = { items: [] };
  await next();
  await within(await dialog()).findByText('Database shop is registered.');
  expect(bodies('POST databases').at(-1)).toEqual({
    ...{ name: 'shop', protocol: 'postgres', uri: 'shop.rds:5432' },
    labels: [{ name: 'env', value: 'shop' }],
    awsRds: { accountId: '123456789012', resourceId: 'db-shop' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: 'Deploy a database service' });
  // Go back and forward again, although the database is listed as enrolled now.
  answers['GET databases'] = { items: [row('shop', '')] };
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('shop is registered. Continue with it, or choose another.');
  answers['GET databases'] = { items: [] };
  await next();
  await screen.findByRole('heading', { name: 'Deploy a database service' });
  await userEvent.click(screen.getByRole('button', { name: 'Generate command' }));
  answers['GET databases'] = { items: [row('shop', '')] };
  await screen.findByText('A database service serves shop', undefined, { timeout: 5000 });
  await next();
  await screen.findByText(/aws iam create-policy --policy-name 'TeleportDatabaseAccess_shop'/);
  expect(events()).toEqual(
    expect.arrayContaining(['integration.awsoidc.connect SUCCESS', 'database.enroll.rds SUCCESS']),
  );
});
