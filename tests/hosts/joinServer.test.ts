// A second host joins an empty inventory with the command of the page: directly, and behind a reverse tunnel.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import { acceptInvite } from '../support/account.ts';
import { axe, launchBrowser, visit, type Visit } from '../support/browser.ts';
import { serveSelfSigned } from '../support/certificate.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { HOSTNAME, mayMakeHosts, startSecondHost, type SecondHost } from '../support/secondHost.ts';
import { terminalPage } from '../support/terminalPage.ts';

const LOGIN = 'root';
/** The folder of screenshots for a manual check. */
const folder = process.env['SHOTS'];

let host: SecondHost;
let gateway: Gateway;
let browser: Browser;
let desk: Visit;
let page: Page;
const started: (() => Promise<unknown>)[] = [];

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 2 });
const serverRow = () => page.getByRole('grid').locator('[role="row"][id]').filter({ hasText: HOSTNAME });
const shot = (name: string) => (folder ? page.screenshot({ path: join(folder, `${name}.png`) }) : undefined);

/** Runs the command on the host as if pasted. sudo may be missing, and root does not need it. */
const paste = (command: string) => host.run(`PATH=/run/bin:$PATH; ${command}`);

async function commandOfPage(prepare: () => Promise<void> = () => Promise.resolve()): Promise<string> {
  await page.goto('/web/discover');
  await page.getByRole('button', { name: /^Server Debian/ }).click();
  await heading('Run one command on the server').waitFor();
  await prepare();
  const command = page.getByRole('group', { name: 'Command' }).locator('code');
  await expect.poll(() => command.innerText()).toMatch(/^curl -fsSL 'https:/);
  return command.innerText();
}

/** The rest of the flow, to a shell in its own tab. */
async function toShell(): Promise<Page> {
  await button(/^Next: set up access/).click();
  await heading('Set up access').waitFor();
  await button(/^Next: test connection/).click();
  await page.getByLabel('Login').fill(LOGIN);
  await button('Test connection').click();
  await page.getByText(/^The connection to \S+ works\.$/).waitFor({ timeout: 40_000 });
  const [session] = await Promise.all([
    desk.context.waitForEvent('page'),
    page.getByRole('link', { name: `Start session as ${LOGIN}` }).click(),
  ]);
  const shell = terminalPage(session);
  await shell.sees(/# ?$/m);
  await shell.focus();
  await shell.type('uname -n; echo $((40 + 2))');
  await shell.sees(new RegExp(`${HOSTNAME}\\n42`));
  return session;
}

async function openDetails(): Promise<void> {
  await page.goto('/web/cluster/example.test/nodes');
  await serverRow().waitFor();
  await serverRow().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByRole('heading', { name: 'Connection' }).waitFor();
}

async function removeServer(): Promise<void> {
  await page.goto('/web/cluster/example.test/nodes');
  await serverRow().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove server' }).click();
  const dialog = page.getByRole('dialog', { name: `Remove server ${HOSTNAME}?` });
  await dialog.getByText('sudo sh /etc/ssh/postern/host.sh --uninstall').waitFor();
  await axe(page);
  await shot('remove');
  await dialog.getByRole('button', { name: 'Remove server' }).click();
  await serverRow().waitFor({ state: 'detached' });
}

describe.skipIf(!mayMakeHosts())('a second host', () => {
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'postern-join-'));
    started.push(async () => rmSync(directory, { recursive: true, force: true }));
    host = await startSecondHost();
    started.push(() => host.stop());
    const [port, tunnelPort] = [await freePort('0.0.0.0'), await freePort('0.0.0.0')];
    const tls = serveSelfSigned(directory, host.gatewayAddress);
    host.trust(join(directory, 'cert.pem'));
    host.run('mkdir -p /run/bin; cat > /run/bin/sudo; chmod +x /run/bin/sudo', '#!/bin/sh\nexec "$@"\n');
    const config = JSON.stringify({
      cluster_name: 'example.test',
      public_url: `https://${host.gatewayAddress}:${port}`,
      auth: { second_factor: 'off' },
      admin: { name: 'admin', logins: [LOGIN] },
      node: false,
      ssh: { tunnel_listen: `0.0.0.0:${tunnelPort}` },
    });
    gateway = await startGateway({ config, args: ['--host', '0.0.0.0', '--port', String(port), ...tls] });
    started.push(() => gateway.stop());
    browser = await launchBrowser();
    started.push(() => browser.close());
    desk = await visit(browser, gateway.base, { expects: [/status of 40[34]/] });
    started.push(() => desk.end());
    page = desk.page;
    page.setDefaultTimeout(20_000);
    await acceptInvite(page, gateway.invite ?? '');
  }, 240_000);
  afterAll(async () => {
    for (const stop of started.toReversed()) await stop();
  });

  test('joins with the command of the page and opens a shell', async () => {
    await host.listen('0.0.0.0');
    const { status, output } = paste(await commandOfPage());
    expect([status, output]).toEqual([0, expect.stringContaining('The gateway reaches sshd of this machine')]);
    await page.getByText(new RegExp(`^Server ${HOSTNAME} has joined`)).waitFor();
    const session = await toShell();
    await openDetails();
    await page.getByText(`SSH at ${host.address}:22`).waitFor();
    await page.getByText('with the token').waitFor();
    await axe(page);
    await shot('details-direct');

    await page.goto('/web/tokens');
    const token = page.getByRole('grid').locator('[role="row"][id]').filter({ hasText: HOSTNAME });
    await token.waitFor();
    await token.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show servers that joined' }).click();
    await page.getByRole('dialog').getByRole('link', { name: HOSTNAME }).waitFor();
    await axe(page);
    await shot('token-uses');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await removeServer();
    await terminalPage(session).sees(/the server second-host has been removed/);
    await session.close();
    expect(paste('sudo sh /etc/ssh/postern/host.sh --uninstall').status).toBe(0);
  }, 180_000);

  test('joins behind a reverse tunnel, reconnects after it breaks, and is removed', async () => {
    await host.listen('127.0.0.1');
    const command = await commandOfPage(() => page.getByText('The gateway cannot reach this server').click());
    expect(command).toMatch(/\| sudo sh -s -- --tunnel$/);
    const { status, output } = paste(command);
    expect([status, output]).toEqual([0, expect.stringContaining('sh /etc/ssh/postern/tunnel.sh')]);
    host.start('exec sh /etc/ssh/postern/tunnel.sh');
    await page.getByText(new RegExp(`^Server ${HOSTNAME} has joined`)).waitFor();
    await shot('joined-tunnel');
    const session = await toShell();

    await openDetails();
    await page.getByText('Reverse tunnel', { exact: true }).waitFor();
    const since = await page.getByText(/^Connected since/).innerText();
    await axe(page);
    await shot('details-tunnel');
    host.run('kill -9 "$(pgrep -P "$(cat /etc/ssh/postern/tunnel.pid)" -x ssh)"');
    await terminalPage(session).sees(/exited without exit status/);
    await session.close();
    const state = () => page.getByText(/onnected since/).innerText();
    await expect.poll(state, { timeout: 40_000 }).toMatch(/^Connected/);
    await expect.poll(state, { timeout: 40_000 }).not.toBe(since);
    await expect.poll(state, { timeout: 40_000 }).toMatch(/^Connected/);
    await page.goto('/web/cluster/example.test/nodes');
    await serverRow()
      .getByRole('button', { name: /^Connect/ })
      .click();
    const [again] = await Promise.all([
      desk.context.waitForEvent('page'),
      page.getByRole('menuitem', { name: LOGIN }).click(),
    ]);
    await terminalPage(again).sees(/# ?$/m);

    await removeServer();
    await terminalPage(again).sees(/the server second-host has been removed/);
    // The gateway now refuses its tunnel, and its certificate.
    const refused = () => gateway.log().includes('connection without a reverse tunnel');
    await expect.poll(refused, { timeout: 15_000 }).toBe(true);
    expect(host.run('pgrep -x ssh').output).toBe('');
  }, 180_000);
});
