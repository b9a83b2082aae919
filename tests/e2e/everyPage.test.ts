// Every page of the navigation, in both themes and at each size: reachable by its address, named, and without faults.
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, DESKTOP, launchBrowser, PHONE, visit, ZOOMED, type SignedIn } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';

let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;

beforeAll(async () => {
  gateway = await startGateway({ config: "cluster_name: east.example.test\nauth: { second_factor: 'off' }\n" });
  browser = await launchBrowser();
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const PAGES = [
  ['/web/cluster/east.example.test/nodes', 'Servers'],
  ['/web/cluster/east.example.test/apps', 'Applications'],
  ['/web/cluster/east.example.test/kubernetes', 'Kubernetes'],
  ['/web/cluster/east.example.test/databases', 'Databases'],
  ['/web/cluster/east.example.test/desktops', 'Desktops'],
  ['/web/cluster/east.example.test/user-groups', 'User groups'],
  ['/web/cluster/east.example.test/database-services', 'Database services'],
  ['/web/cluster/east.example.test/desktop-services', 'Desktop services'],
  ['/web/resources', 'Resources'],
  ['/web/cluster/east.example.test/sessions', 'Active sessions'],
  ['/web/cluster/east.example.test/recordings', 'Session recordings'],
  ['/web/cluster/east.example.test/audit', 'Audit log'],
  ['/web/users', 'Users'],
  ['/web/roles', 'Roles'],
  ['/web/sso', 'Auth connectors'],
  ['/web/locks', 'Session & identity locks'],
  ['/web/tokens', 'Join tokens'],
  ['/web/clusters', 'Manage clusters'],
  ['/web/trust', 'Trusted clusters'],
  ['/web/settings', 'Cluster settings'],
  ['/web/integrations', 'Integrations'],
  ['/web/discover', 'Enroll new resource'],
  ['/web/integrations/new', 'Enroll new integration'],
  ['/web/assist', 'Assist'],
  ['/web/account', 'Account settings'],
  ['/web/support', 'Help & Support'],
] as const;

test('axe finds no violations on any page of the navigation', async () => {
  const { page, end } = await visit(browser, gateway.base, { state: signedIn });
  for (const [path, heading] of PAGES) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.title()).not.toBe('');
    for (const size of [DESKTOP, ZOOMED, PHONE]) {
      await page.setViewportSize(size);
      await axe(page);
    }
    await page.setViewportSize(DESKTOP);
  }
  await end();
}, 360_000);

test('every page of the navigation is tested', async () => {
  const { page, end } = await visit(browser, gateway.base, { state: signedIn });
  await page.goto('/web');
  const links = page.getByRole('navigation').getByRole('link');
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const known: readonly string[] = PAGES.map(([path]) => path);
  expect(paths.filter((path) => !known.includes(path))).toEqual([]);
  await end();
});

test('selected and active elements are visible in a high contrast theme', async () => {
  const { page, end } = await visit(browser, gateway.base, { state: signedIn });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/web/account/password');
  const change = page.getByRole('button', { name: 'Change password' });
  // Else the theme draws a plate behind the text, in the colour of this text.
  expect(await change.evaluate((button) => getComputedStyle(button).getPropertyValue('forced-color-adjust'))).toBe(
    'none',
  );
  await page.goto('/web/account/appearance');
  const segment = page.getByRole('radiogroup', { name: 'Times shown in' }).getByText('UTC');
  const lever = page.getByRole('switch').first();
  for (const control of [segment, lever]) {
    const before = await control.screenshot();
    await control.click();
    await page.mouse.move(0, 0);
    expect((await control.screenshot()).equals(before)).toBe(false);
  }
  await end();
});

/** Whether the element has a pixel of another colour than what is behind it. */
async function isDrawn(target: Locator): Promise<boolean> {
  const shown = await target.screenshot();
  await target.evaluate((element) => element.style.setProperty('opacity', '0'));
  return !(await target.screenshot()).equals(shown);
}

test('marks of states, search results and dividers are visible in a high contrast theme', async () => {
  const { page, end } = await visit(browser, gateway.base, { state: signedIn });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/web/cluster/east.example.test/sessions');
  const mark = page.getByText(/^Updates every/).locator('[aria-hidden]');
  expect(await isDrawn(mark.first())).toBe(true);
  // Search results and dividers are drawn as backgrounds.
  for (const token of ['--mark', '--mark-current', '--line-strong', '--focus']) {
    await page.evaluate((name) => {
      document.body.insertAdjacentHTML('beforeend', '<i id="probe"></i>');
      const style = 'position: fixed; inset: 0 auto auto 0; z-index: 99; width: 9px; height: 9px';
      document.querySelector('#probe')?.setAttribute('style', `${style}; background: var(${name})`);
    }, token);
    expect(await isDrawn(page.locator('#probe')), token).toBe(true);
    await page.locator('#probe').evaluate((probe) => probe.remove());
  }
  await end();
});
