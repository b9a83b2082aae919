// Integrations: created step by step through the AWS console, listed, changed, removed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';

const THUMBPRINT = '06b25927c42a721631c1efd9431e648fa62e1e39';
const ARN = 'arn:aws:iam::123456789012:role/discover';

let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;
let desk: Visit;
let page: Page;
const events: { event: string; eventData?: { id: string; kind: string } }[] = [];

beforeAll(async () => {
  gateway = await startGateway({ config: 'auth: { second_factor: "off" }' });
  browser = await launchBrowser();
  ({ signedIn } = await firstAccount(gateway));
  desk = await visit(browser, gateway.base, { state: signedIn, expects: [/status of (400|409|501)/] });
  page = desk.page;
  page.setDefaultTimeout(12_000);
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/webapi/capture'))
      events.push(JSON.parse(request.postData() ?? '') as (typeof events)[number]);
  });
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const heading = (name: string) => page.getByRole('heading', { name, level: 2 });
const next = () => button(/^Next: /).click();
const list = async () => {
  await page.goto('/web/integrations');
  await page.getByText(/^Loaded \d/).waitFor();
};

test('the steps for the AWS console keep entered values, and continue if the thumbprint is right', async () => {
  await list();
  await button('Enroll new integration').click();
  await button(/^Amazon Web Services/).click();
  await heading('Open the identity providers of your AWS account').waitFor();
  await next();
  const thumbprint = page.getByLabel('Thumbprint that AWS shows');
  await page.getByText(`https://${new URL(gateway.base).host}`).waitFor();
  await next();
  await page.getByText('Enter the thumbprint that AWS shows').waitFor();
  // Over plain HTTP there is no certificate that a cloud would trust. The gateway reports it.
  await thumbprint.fill('AA:BB');
  await next();
  await page.getByText('this gateway uses plain HTTP').waitFor();
  // A thumbprint that cannot be compared does not block the next step.
  await next();
  await heading('Give the provider a role').waitFor();
  await button('Back').click();
  await heading('Name this cluster as the provider').waitFor();
  // As with a public certificate, which a test does not have.
  await page.route('**/v1/webapi/thumbprint', (route) => route.fulfill({ json: THUMBPRINT }));
  await next();
  await page.getByText(`The thumbprint here is ${THUMBPRINT}`).waitFor();
  await page.reload();
  await heading('Name this cluster as the provider').waitFor();
  await expect.poll(() => thumbprint.inputValue()).toBe('AA:BB');
  await thumbprint.fill(THUMBPRINT.toUpperCase().replace(/(..)(?!$)/g, '$1:'));
  await next();
  await heading('Give the provider a role').waitFor();
  await button('Back').click();
  await heading('Name this cluster as the provider').waitFor();
  await expect.poll(() => thumbprint.inputValue()).toMatch(/^06:B2/);
  await next();
  await heading('Give the provider a role').waitFor();
});

test('policy and audience can be copied, and an invalid role is refused', async () => {
  await next();
  await page.getByText('discover.teleport').waitFor();
  await next();
  await page.getByText('rds:DescribeDBClusters').waitFor();
  await next();
  await heading('Attach the policy to the role').waitFor();
  await next();
  await heading('Name the integration').waitFor();
  await button('Create integration').click();
  await page.getByText('Enter the ARN of the role').waitFor();
  await page.getByLabel('ARN of the role').fill('hello');
  await page.getByLabel('Name of the integration').fill('aws-main');
  await button('Create integration').click();
  await page.getByText('This is not a role ARN').waitFor();
  await page.getByLabel('ARN of the role').fill(ARN);
  await button('Create integration').click();
  await dialog().getByText('Integration aws-main created').waitFor();
  await dialog().getByRole('button', { name: 'Go to integrations' }).click();
  await page.getByRole('grid').getByText('aws-main').waitFor();
  await page.getByRole('grid').getByText('Running').waitFor();
  const reported = events.filter(({ event }) => event.startsWith('tp.ui.integrationEnroll.'));
  expect(reported.map(({ event }) => event.split('.').at(-1))).toEqual(expect.arrayContaining(['start', 'complete']));
  expect(new Set(reported.map(({ eventData }) => eventData?.kind))).toEqual(
    new Set(['INTEGRATION_ENROLL_KIND_AWS_OIDC']),
  );
});

test('a name that is in use is refused, and the entered values are kept', async () => {
  await page.goto('/web/integrations/new/aws-oidc');
  const draft = { step: 6, thumbprint: '', roleArn: ARN, name: 'aws-main' };
  await page.evaluate(
    ([text]) => localStorage.setItem('postern_draft:admin:enroll/aws-oidc#1', JSON.stringify({ text, savedAtMs: 1 })),
    [JSON.stringify(draft)],
  );
  await page.reload();
  await heading('Name the integration').waitFor();
  await button('Create integration').click();
  await page.getByText('please use another name').waitFor();
  await expect.poll(() => page.getByLabel('Name of the integration').inputValue()).toBe('aws-main');
});

test('the role is changed in a side panel, and the removal dialog lists what remains', async () => {
  await list();
  await page.keyboard.press('Enter');
  const arn = page.getByRole('textbox', { name: /Details|AWS role/ });
  await arn.fill('arn:aws:iam::123456789012:role/other');
  await button('Review changes').click();
  await dialog().getByText('This cluster acts in AWS as').waitFor();
  await dialog().getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('grid').getByText('role/other').waitFor();
  await list();
  await page.keyboard.press('Delete');
  await dialog().getByText('Databases already enrolled through it stay').waitFor();
  await dialog().getByRole('button', { name: 'Delete integration' }).click();
  await page.getByText('No integrations yet').waitFor();
});

test('axe finds no violations in the picker and the wizard, also on a phone', async () => {
  const { page: other, end } = await visit(browser, gateway.base, { state: signedIn });
  for (const size of [undefined, PHONE]) {
    if (size) await other.setViewportSize(size);
    await other.goto('/web/integrations/new');
    await other.getByRole('button', { name: /^Amazon/ }).waitFor();
    await axe(other);
    await other.goto('/web/integrations/new/aws-oidc');
    await other.getByRole('heading', { level: 2 }).waitFor();
    await axe(other);
  }
  await end();
});
