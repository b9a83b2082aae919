// The target of a sign-in: the requested page if it belongs to the console, and never another site. The guard is
// `entryTarget`, whose own test has more cases.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLogin, type Account } from '../support/account.ts';
import { launchBrowser, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';

const SIGNED_IN = {
  type: 'Bearer',
  token: '0'.repeat(64),
  expires_in: 600,
  sessionExpires: '2099-01-01T00:00:00Z',
  sessionInactiveTimeout: 0,
};
const ANYBODY: Account = { user: 'admin', password: 'correct horse' };

let gateway: Gateway;
let browser: Browser;
let person: Visit;

beforeAll(async () => {
  gateway = await startGateway({ config: 'cluster_name: example.test\nauth: { second_factor: "off" }' });
  browser = await launchBrowser();
  person = await visit(browser, gateway.base); // any request to a foreign origin fails in its `end`
  // The answer and the target pages are stubs, because sign-ins per minute are limited.
  await person.context.route('**/v1/webapi/sessions/web', (route) => route.fulfill({ json: SIGNED_IN }));
  await person.context.route(
    (url) => url.pathname === '/web' || url.pathname === '/web/users',
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>inside</title>' }),
  );
});
afterAll(async () => {
  await person.end();
  await browser.close();
  await gateway.stop();
});

async function signInTo(redirect: string): Promise<string> {
  const { page } = person;
  await page.goto(`/web/login?redirect_uri=${encodeURIComponent(redirect)}`);
  await fillLogin(page, ANYBODY);
  await expect.poll(() => page.title(), { timeout: 20_000 }).toBe('inside');
  return page.url().slice(gateway.base.length);
}

test.each([
  'https://evil.test/web/users',
  '//evil.test/web/users',
  '///evil.test/web/users',
  '/\\evil.test/web/users',
  '\\\\evil.test\\web\\users',
  'https:evil.test',
  'https://localhost.evil.test/web',
  'https://localhost@evil.test/web/users',
  'http://localhost:1/web/users',
  'javascript:document.title="inside"',
  'JaVaScRiPt:alert(1)//web/users',
  'data:text/html,<title>inside</title>',
  'file:///web/users',
  'blob:https://evil.test/web',
  '/web/../v1/webapi/sessions/web',
  '/web//evil.test',
  '/web/users/../../../evil',
  '/v1/webapi/github/login/web?redirect_url=https://evil.test',
  '/web/app/../../evil',
  '/webusers',
  '/web/login?redirect_uri=https://evil.test',
  ' ',
])('the target %j opens the start page', async (redirect) => {
  expect(await signInTo(redirect)).toBe('/web');
});

test('a page of the console is opened as the target', async () => {
  expect(await signInTo(`${gateway.base}/web/users?search=a%26b`)).toBe('/web/users?search=a%26b');
});
