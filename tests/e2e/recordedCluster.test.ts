// Pages in front of a cluster that answers as the recorded one did.
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
  // Calls that nobody recorded.
  person = await visit(browser, gateway.base, { expects: [/status of 404/] });
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

test('an application is added by the commands of its agent, with a token of the cluster', async () => {
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

test('an integration is edited in its panel', async () => {
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

test('a role whose answer is empty says so, and nothing is logged', async () => {
  cluster.answer('GET /v1/webapi/roles', '');
  await page.goto('/web/roles/access');
  await page.getByText('The answer (status 200) is not the server’s own.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});
