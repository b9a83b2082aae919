// Sign-in through an identity provider as a user does it: the button, the provider's own pages, and back.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleIsOpen } from '../support/account.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { axe, launchBrowser, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { GITHUB_CLIENT, startGithub, type GithubServer } from '../support/githubServer.ts';
import { OIDC_CLIENT, startOidc, type OidcProvider } from '../support/oidcProvider.ts';

const PASSWORD = 'correct horse battery';
/** The providers are other sites, have no icon, and the pages of one load a font. */
const ELSEWHERE = [
  /^foreign origin: http:\/\/127\.0\.0\.1:/,
  /http:\/\/127\.0\.0\.1:\d+\/favicon\.ico/,
  /fonts\.googleapis\.com/,
];

let gateway: Gateway;
let oidc: OidcProvider;
let github: GithubServer;
let browser: Browser;
let admin: ApiClient;

beforeAll(async () => {
  gateway = await startGateway({ config: 'cluster_name: example.test\nauth: { second_factor: "off" }' });
  oidc = await startOidc({ redirectUris: [`${gateway.base}/v1/webapi/oidc/callback`] });
  github = await startGithub();
  browser = await launchBrowser();
  admin = new ApiClient(gateway.base);
  await admin.accept(gateway.invite?.split('/').at(-1) ?? '', PASSWORD);
  const connectors = [
    `
kind: oidc
version: v3
metadata: { name: company }
spec:
  display: Company login
  issuer_url: ${oidc.issuer}
  client_id: ${OIDC_CLIENT.id}
  client_secret: ${OIDC_CLIENT.secret}
  redirect_url: ${gateway.base}/v1/webapi/oidc/callback
  scope: [groups]
  prompt: login
  claims_to_roles: [{ claim: groups, value: ops, roles: [access, editor] }]
`,
    `
kind: github
version: v3
metadata: { name: gh }
spec:
  display: GitHub
  client_id: ${GITHUB_CLIENT.id}
  client_secret: ${GITHUB_CLIENT.secret}
  redirect_url: ${gateway.base}/v1/webapi/github/callback
  endpoint_url: ${github.url}
  teams_to_roles: [{ organization: octo, team: devs, roles: [editor] }]
`,
  ];
  for (const content of connectors) {
    const saved = await admin.call('POST', 'postern/connectors', { content });
    if (saved.status !== 200) throw new Error(saved.text);
  }
});
afterAll(async () => {
  await browser.close();
  await Promise.all([gateway.stop(), oidc.stop(), github.stop()]);
});

const person = (): Promise<Visit> => visit(browser, gateway.base, { expects: ELSEWHERE });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const choose = (page: Page, provider: string) => page.getByRole('link', { name: `Continue with ${provider}` }).click();

/** The provider's own two pages. */
async function signInAtCompany(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('anything');
  await press(page, 'Sign-in');
  await press(page, 'Continue');
}

describe('through an OpenID provider', () => {
  test('a user with matching claims gets the roles of their groups and opens the requested page', async () => {
    const { page, end } = await person();
    await page.goto('/web/users?search=ann');
    await page.waitForURL('**/web/login*');
    await choose(page, 'Company login');
    await signInAtCompany(page, 'ann');
    await page.waitForURL('**/web/users?search=ann');
    await consoleIsOpen(page);
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'ann@example.com' }).waitFor();
    expect((await admin.call('GET', 'users/ann@example.com')).json).toMatchObject({
      authType: 'oidc',
      roles: ['access', 'editor'],
    });
    await end();
  });

  test('a user without a matching group sees the reason of the refusal', async () => {
    oidc.claims['groups'] = ['guests'];
    const { page, end } = await person();
    await page.goto('/web/login');
    await choose(page, 'Company login');
    await signInAtCompany(page, 'gus');
    await page.waitForURL('**/web/msg/error/login/auth');
    await page.getByRole('heading', { name: 'Login Unsuccessful' }).waitFor();
    await axe(page);
    await end();
  });
});

describe('through GitHub', () => {
  test('a member of a mapped team opens the console', async () => {
    github.person = { id: 5, login: 'octocat', teams: [{ organization: 'octo', team: 'devs' }] };
    const { page, end } = await person();
    await page.goto('/web/roles');
    await page.waitForURL('**/web/login*');
    await choose(page, 'GitHub');
    await press(page, 'Authorize as octocat');
    await page.waitForURL('**/web/roles');
    await consoleIsOpen(page);
    await page.getByRole('button', { name: 'octocat, user menu' }).waitFor();
    await end();
  });

  test('a member of another team sees why, and another attempt leads to the requested page', async () => {
    github.person = { id: 6, login: 'mona', teams: [{ organization: 'octo', team: 'others' }] };
    const { page, end } = await person();
    await page.goto('/web/roles?search=a');
    await page.waitForURL('**/web/login*');
    await choose(page, 'GitHub');
    await press(page, 'Authorize as mona');
    await page.waitForURL('**/web/msg/error/login/auth');
    await page.getByRole('heading', { name: 'Login Unsuccessful' }).waitFor();
    await page.getByRole('link').click();
    await page.waitForURL('**/web/login*');
    github.person = { id: 5, login: 'octocat', teams: [{ organization: 'octo', team: 'devs' }] };
    await choose(page, 'GitHub');
    await press(page, 'Authorize as octocat');
    await page.waitForURL('**/web/roles?search=a');
    await end();
  });
});
