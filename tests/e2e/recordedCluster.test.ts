// Pages in front of a cluster with the recorded answers.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { startRecordedCluster, type RecordedCluster } from '../support/recordedCluster.ts';
import { stopAll } from '../support/stopAll.ts';

const ROLE_ARN = 'arn:aws:iam::123456789012:role/rec2';

let browser: Browser;
let cluster: RecordedCluster;
let gateway: Gateway;
let person: Visit;
let page: Page;

beforeAll(async () => {
  cluster = await startRecordedCluster();
  gateway = await startGateway({ args: ['--cluster', cluster.url.origin] });
  browser = await launchBrowser();
  // Calls without a recording.
  person = await visit(browser, gateway.base, {
    expects: [/status of 404/],
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  ({ page } = person);
  await page.goto('/web/login');
  await page.getByLabel('Username').fill('rec-admin');
  await page.getByLabel('Password', { exact: true }).fill('any');
  await page.getByLabel('Second factor').selectOption('none');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Integrations' }).waitFor();
});
afterAll(async () => {
  await person.end();
  await stopAll(browser, gateway, cluster);
});

test('an application is added with the commands of its agent and a token of the cluster', async () => {
  await page.goto('/web/discover');
  await page
    .getByRole('button', { name: /^Application/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add an application' });
  const command = dialog.getByText(/^teleport configure .*--app-uri=/);
  await command.waitFor();
  expect(await command.textContent()).toMatch(/ --token=[0-9a-f]{32} --proxy=localhost:15080 /);
  expect(cluster.changes.find(({ call }) => call === 'POST /v1/webapi/token')?.body).toEqual({
    roles: ['App'],
    join_method: 'token',
    allow: [],
    suggested_agent_matcher_labels: {},
  });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
});

test('an integration is edited in its side panel', async () => {
  await page.goto('/web/integrations');
  await page.getByRole('grid').getByText('rec-aws', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Details' }).fill(ROLE_ARN);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Save integration' }).click();
  await expect
    .poll(() => cluster.changes.at(-1))
    .toEqual({
      call: 'PUT /v1/webapi/sites/example.test/integrations/rec-aws',
      body: { awsoidc: { roleArn: ROLE_ARN } },
    });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByText(/rec-aws.* saved|saved.*rec-aws/i)
    .first()
    .waitFor();
});

/** The commands of the open dialog, in order. */
const commands = (): Promise<string[]> => page.getByRole('dialog').locator('ol code').allTextContents();
const LOGIN = 'tsh login --proxy=localhost:15080 --auth=local --user=rec-admin example.test';
const answerList = (kind: string, ...items: object[]) =>
  cluster.answer(`GET /v1/webapi/sites/example.test/${kind}`, JSON.stringify({ items, totalCount: items.length }));
const row = (name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });

test('the commands for a Kubernetes cluster can be copied one by one', async () => {
  answerList('kubernetes', { name: 'eu-1', labels: [], kubernetes_users: [], kubernetes_groups: [] });
  await page.goto('/web/cluster/example.test/kubernetes');
  await row('eu-1').getByLabel('Connect eu-1').click();
  await page.getByRole('dialog', { name: 'Connect to eu-1' }).waitFor();
  expect(await commands()).toEqual([
    LOGIN,
    'export KUBECONFIG=${HOME?}/teleport-kubeconfig.yaml',
    'tsh kube login eu-1',
    'kubectl get pods',
  ]);
  await page.getByRole('group', { name: 'Choose the cluster' }).getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('tsh kube login eu-1');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('commands for a database use the selected user and name', async () => {
  answerList('databases', { name: 'orders', protocol: 'postgres', type: 'self-hosted', labels: [] });
  await page.goto('/web/cluster/example.test/databases');
  await row('orders').getByLabel('Connect orders').click();
  const dialog = page.getByRole('dialog', { name: 'Connect to orders' });
  await dialog.getByLabel('Database user').fill('alice');
  await dialog.getByLabel('Database name').fill("it's");
  expect(await commands()).toEqual([
    LOGIN,
    "tsh db login --db-user=alice --db-name='it'\\''s' orders",
    "tsh db connect --db-user=alice --db-name='it'\\''s' orders",
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('applications that a browser cannot open show the reason', async () => {
  const app = { clusterId: 'example.test', labels: [], fqdn: 'x.localhost', publicAddr: 'x.localhost' };
  answerList(
    'apps',
    { ...app, name: 'aws', uri: 'https://console.aws.amazon.com/ec2/v2/home', awsConsole: true, awsRoles: [] },
    { ...app, name: 'queue', uri: 'tcp://127.0.0.1:2' },
  );
  await page.goto('/web/cluster/example.test/apps');
  const launch = (name: string) => row(name).getByLabel(`Launch ${name}`);
  await expect.poll(() => launch('queue').getAttribute('aria-disabled')).toBe('true');
  await launch('queue').hover();
  await page.getByText('A browser cannot open it. Use a command line').waitFor();
  await launch('aws').click();
  await page.getByText('Your roles do not allow any AWS role of this account').waitFor();
  await page.keyboard.press('Escape');
});

test('an empty answer to a role is reported, and no error is logged', async () => {
  cluster.answer('GET /v1/webapi/roles', '');
  await page.goto('/web/roles/access');
  await page.getByText('The answer (status 200) is not the server’s own.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});
