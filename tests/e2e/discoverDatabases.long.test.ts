// Enrolment of databases in Chromium: a real PostgreSQL, and RDS on a stand-in for AWS.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ROLE, startAwsServer, type AwsServer } from '../support/awsServer.ts';
import { axe, launchBrowser, PHONE, TABLET, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { startMariadb } from '../support/mariadb.ts';
import { APP_DATABASE, APP_PASSWORD, APP_USER, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { firstAccount } from '../support/signedIn.ts';
import type { WebClient } from '../support/webClient.ts';

/** The folder of screenshots for a manual check. */
const folder = process.env['SHOTS'];

let browser: Browser;
let gateway: Gateway;
let aws: AwsServer;
let postgres: TestDatabase;
let admin: WebClient;
let desk: Visit;
let page: Page;
const events: string[] = [];

beforeAll(async () => {
  [aws, postgres] = await Promise.all([startAwsServer(), startPostgres()]);
  const config = JSON.stringify({
    cluster_name: 'example.test',
    auth: { second_factor: 'off' },
    node: false,
    integrations: { aws: { sts_endpoint: aws.endpoint, rds_endpoint: aws.endpoint } },
  });
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config })]);
  aws.trust({ base: gateway.base, issuer: gateway.base, nowMs: () => Date.now() });
  const first = await firstAccount(gateway);
  ({ admin } = first);
  desk = await visit(browser, gateway.base, { state: first.signedIn, expects: [/status of (403|409|501|502)/] });
  page = desk.page;
  page.setDefaultTimeout(20_000);
  page.on('request', (request) => {
    if (!request.url().endsWith('/v1/webapi/capture')) return;
    const { event, eventData } = JSON.parse(request.postData() ?? '{}') as {
      event: string;
      eventData?: { stepStatus?: string };
    };
    events.push(`${event.split('.').slice(3).join('.')} ${eventData?.stepStatus?.split('_').at(-1) ?? ''}`);
  });
}, 180_000);
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
  await Promise.all([aws.stop(), postgres.stop()]);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 2 });
const password = () => page.getByRole('textbox', { name: 'Password of the database users' });
const radio = (name?: string) => page.getByRole('table').getByRole('radio', { ...(name !== undefined && { name }) });
const dialog = () => page.getByRole('dialog');
const nextTo = (title: RegExp) => button(title).click();
async function shots(name: string): Promise<void> {
  if (folder === undefined) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const size of [{ width: 1440, height: 900 }, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await page.screenshot({ path: join(folder, `${name}-${scheme}-${size.width}.png`) });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
async function addTrait(label: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(value);
  await field.press('Enter');
}

test('a PostgreSQL server is added, its password is corrected in the form, and the query console opens', async () => {
  await page.goto('/web/discover?resource=database-postgres');
  await heading('Describe the PostgreSQL server').waitFor();
  await nextTo(/^Next: set up access/);
  await page.getByText('Enter a name').waitFor();
  await page.getByText('Enter the host name or the IP address').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('shop');
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Port').fill('99999');
  await nextTo(/^Next: set up access/);
  await page.getByText('Enter a port from 1 to 65535').waitFor();
  await page.getByLabel('Port').fill(String(postgres.port));
  await password().fill('not the password');
  await axe(page);
  await shots('db-form');
  await nextTo(/^Next: set up access/);

  await heading('Set up access').waitFor();
  await addTrait('Database users', APP_USER);
  await button(/^Next: test connection/).waitFor();
  await page.getByText('Add at least one database name').waitFor();
  await addTrait('Database names', APP_DATABASE);
  await axe(page);
  await shots('db-access');
  await nextTo(/^Next: test connection/);

  await heading('Test the connection to shop').waitFor();
  await button('Test connection').click();
  await page
    .getByText(/password/i)
    .first()
    .waitFor();
  await button('Test again').waitFor();
  expect(await page.getByText('The connection to shop works.').isVisible()).toBe(false);
  await button('Change the connection settings').click();
  await password().fill(APP_PASSWORD);
  await axe(page);
  await shots('db-fix');
  await button('Save settings').click();
  await page.getByText('The settings are saved. Test the connection again.').waitFor();
  await button('Test again').click();
  await page.getByText('The connection to shop works.').waitFor();
  await shots('db-test');
  await button('Finish').click();

  await heading('Database shop is added').waitFor();
  await axe(page);
  const [console] = await Promise.all([
    desk.context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open query console' }).click(),
  ]);
  await console.getByText('Connected').first().waitFor();
  await console.close();
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain(APP_PASSWORD);
  expect(stored).not.toContain('not the password');
  expect(events).toEqual(
    expect.arrayContaining(['database.register SUCCESS', 'principals.configure SUCCESS', 'testConnection ERROR']),
  );
});

test('a MariaDB server with an unreachable address is edited, and answers in the query console', async () => {
  const mariadb = await startMariadb();
  onTestFinished(() => mariadb.stop());
  await page.goto('/web/discover?resource=database-mysql');
  await heading('Describe the MySQL or MariaDB server').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('orders-1');
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Port').fill('1');
  await password().fill(APP_PASSWORD);
  await nextTo(/^Next: set up access/);
  await heading('Set up access').waitFor();
  await nextTo(/^Next: test connection/);
  await heading('Test the connection to orders-1').waitFor();
  await button('Test connection').click();
  await page.getByText('The connection to orders-1 does not work.').waitFor({ timeout: 40_000 });
  await button('Back').click();
  await heading('Set up access').waitFor();
  await button('Back').click();
  await page.getByLabel('Port').fill(String(mariadb.port));
  await nextTo(/^Next: set up access/);
  await heading('Set up access').waitFor();
  await nextTo(/^Next: test connection/);
  await button('Test connection').click();
  await page.getByText('The connection to orders-1 works.').waitFor({ timeout: 40_000 });
  await button('Finish').click();
  await heading('Database orders-1 is added').waitFor();
  const [console] = await Promise.all([
    desk.context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open query console' }).click(),
  ]);
  await console.getByText('Connected').first().waitFor();
  await console.close();
});

test('an AWS database is registered: an integration is created, then a database of a region is selected', async () => {
  aws.databases = [
    { id: 'billing', engine: 'postgres', tags: { env: 'prod' } },
    { id: 'stopped', engine: 'postgres', status: 'stopped' },
    { id: 'orders', engine: 'postgres' },
  ];
  await page.goto('/web/discover?resource=database-rds-postgres');
  await heading('Connect your AWS account').waitFor();
  await axe(page);
  await button('Set up an AWS account').click();
  await heading('Open the identity providers of your AWS account').waitFor();
  await page.route('**/v1/webapi/thumbprint', (route) => route.fulfill({ json: 'aa'.repeat(20) }));
  await nextTo(/^Next: /);
  await page.getByLabel('Thumbprint that AWS shows').fill('aa'.repeat(20));
  for (const title of [
    'Give the provider a role',
    'Let only this',
    'Define what',
    'Attach the',
    'Name the integration',
  ]) {
    await nextTo(/^Next: /);
    await heading(new RegExp(`^${title}`)).waitFor();
  }
  await page.getByLabel('ARN of the role').fill(ROLE.replace('discover', 'foreign'));
  await page.getByLabel('Name of the integration').fill('aws-main');
  await button('Create integration').click();
  await dialog().getByRole('button', { name: 'Begin RDS enrollment' }).click();

  await heading('Enroll a database').waitFor();
  await page.getByText('Databases in the account of the integration aws-main.').waitFor();
  const region = page.getByLabel('Region');
  expect(await region.locator('option').count()).toBe(28);
  await region.selectOption('eu-west-1');
  await page.getByText('AWS did not let this cluster assume the role').waitFor();
  await admin.expect('PUT', '/sites/example.test/integrations/aws-main', { awsoidc: { roleArn: ROLE } });
  await button('Try again').click();
  await radio('billing').waitFor();
  await button('Fetch more').click();
  await radio('orders').waitFor();
  await page.getByLabel('Search').fill('env: prod');
  await expect.poll(() => radio().count()).toBe(1);
  await radio('billing').check();
  await axe(page);
  await shots('rds-enroll');
  await nextTo(/^Next: /);
  await dialog().getByText('Database billing is registered.').waitFor();
  await axe(page);
  await shots('rds-registered');
  await dialog().getByRole('button', { name: 'Next' }).click();
  await heading('Set up sign-in at billing').waitFor();
  await axe(page);
  await button('Back').click();
  await heading('Enroll a database').waitFor();
  await button('Refresh').click();
  await expect.poll(() => radio('billing').isDisabled()).toBe(true);
  const listed = await admin.expect('GET', '/sites/-current-/databases/billing');
  expect(listed).toMatchObject({ protocol: 'postgres', type: 'rds', aws: { rds: { resource_id: 'db-BILLING' } } });
  const { items } = await admin.expect('GET', '/sites/-current-/integrations');
  expect(items[0]).toMatchObject({ name: 'aws-main', lastUse: { region: 'eu-west-1' } });
  expect(events).toEqual(
    expect.arrayContaining(['integration.awsoidc.connect SUCCESS', 'database.enroll.rds SUCCESS']),
  );
  await page.goto('/web/integrations');
  await page.getByText('Listed databases in eu-west-1').waitFor();
  await axe(page);
  await shots('integrations');
});
