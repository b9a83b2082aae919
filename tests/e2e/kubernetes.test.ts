// Kubernetes in Chromium: lists, a log and a shell (http-resources §22).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { startKubernetes, type Kubernetes } from '../support/kubernetes.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import { stopAll } from '../support/stopAll.ts';
import { terminalPage } from '../support/terminalPage.ts';
import type { WebClient } from '../support/webClient.ts';

const CLUSTER = '/web/cluster/example.test';
let kubernetes: Kubernetes;
let gateway: Gateway;
let browser: Browser;
let user: WebClient;
let folder: string;
let admin: WebClient;
let visits: Visit[] = [];

beforeAll(async () => {
  kubernetes = await startKubernetes(
    [
      { namespace: 'default', name: 'web-1', containers: ['app', 'side'], log: ['\x1b[32mone\x1b[0m', '<b>two</b>'] },
      { namespace: 'other', name: 'job-1' },
    ],
    ['dev'],
  );
  folder = mkdtempSync(join(tmpdir(), 'postern-kubeconfig-'));
  const kubeconfig = join(folder, 'config');
  writeFileSync(kubeconfig, kubernetes.kubeconfig());
  const config = JSON.stringify({
    cluster_name: 'example.test',
    auth: { second_factor: 'off' },
    inventory: [
      {
        kind: 'kube_cluster',
        version: 'v3',
        metadata: { name: 'eu-1', labels: { env: 'dev' } },
        spec: {},
        connect: { kubeconfig },
      },
    ],
  });
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config })]);
  ({ admin } = await firstAccount(gateway));
  await admin.addRole('dev', {
    allow: {
      kubernetes_labels: { '*': '*' },
      kubernetes_users: ['dev'],
      kubernetes_resources: [{ kind: 'pod', namespace: '*', name: '*' }],
      rules: [{ resources: ['kube_server'], verbs: ['list', 'read'] }],
    },
  });
  user = await admin.invite('ann', ['dev']);
}, 240_000);
afterEach(async () => {
  const over = visits;
  visits = [];
  for (const one of over) await one.end();
});
afterAll(async () => {
  await stopAll(browser, gateway, kubernetes);
  rmSync(folder, { recursive: true, force: true });
});

async function open(options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const one = await visit(browser, gateway.base, { state: signedInAs(user), ...options });
  visits.push(one);
  return one;
}

test('a shell in a container opens from the list of clusters', async () => {
  const { page, context } = await open();
  await page.goto(`${CLUSTER}/kubernetes`);
  await page.getByRole('button', { name: 'Connect' }).first().click();
  await page.getByRole('menuitem', { name: 'Browse pods' }).click();
  await page.getByText('web-1').first().waitFor();
  await page.getByText('job-1').first().waitFor();
  await axe(page);
  await page.getByRole('button', { name: 'Shell' }).last().click();
  const opens = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'app', exact: true }).click();
  const shell = await opens;
  const terminal = terminalPage(shell);
  await terminal.sees(/[#$] ?$/m);
  await terminal.type('echo $((6*7))-ok');
  await terminal.sees(/42-ok/);
  expect(await shell.title()).toContain('web-1');
  await terminal.type('exit');
});

test('a user with several Kubernetes users selects one for lists and shells', async () => {
  await admin.addRole('two', {
    allow: {
      kubernetes_labels: { '*': '*' },
      kubernetes_users: ['ops', 'dev'],
      kubernetes_resources: [{ kind: 'pod', namespace: '*', name: '*' }],
      rules: [{ resources: ['kube_server'], verbs: ['list', 'read'] }],
    },
  });
  const { page, context } = await open({ state: signedInAs(await admin.invite('tom', ['two'])) });
  await page.goto(`${CLUSTER}/kubernetes`);
  await page.getByRole('button', { name: 'Connect' }).first().click();
  await page.getByRole('menuitem', { name: 'Browse pods as ops' }).waitFor();
  await page.getByRole('menuitem', { name: 'Browse pods as dev' }).click();
  await page.getByText('web-1').first().waitFor();
  await page.getByRole('button', { name: 'Shell' }).last().click();
  const opens = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'app', exact: true }).click();
  const terminal = terminalPage(await opens);
  await terminal.sees(/[#$] ?$/m);
  await terminal.type('exit');
});

test('the address of a container opens a shell, and a reload joins the same session', async () => {
  const { page } = await open();
  const terminal = terminalPage(page);
  await terminal.openShell(`${CLUSTER}/console/kube/eu-1/default/web-1/side`);
  await terminal.type('echo kept-$((1+1))');
  await terminal.sees(/kept-2/);
  await expect.poll(() => page.url()).toContain('/console/session/');
  expect(kubernetes.seen.at(-1)?.path).toContain('container=side');
  await page.reload();
  await terminal.sees(/kept-2/);
  expect(kubernetes.seen.filter(({ path }) => path.includes('container=side'))).toHaveLength(1);
});

test.each([['desktop'], ['phone']])(
  'a log is followed with its colours, searched, and never rendered as markup: %s',
  async (kind) => {
    const { page } = await open(kind === 'phone' ? { size: PHONE } : {});
    await page.goto(`${CLUSTER}/kubernetes/eu-1/logs/default/web-1/app`);
    const log = page.getByRole('log');
    await expect.poll(() => log.innerText()).toBe('one\n<b>two</b>');
    // The green of the terminal's palette.
    const green = await log.getByText('one', { exact: true }).evaluate((line) => line.style.color);
    expect(green).toBe('var(--term-green)');
    await expect.poll(() => kubernetes.followers()).toBeGreaterThan(0);
    kubernetes.print('web-1', 'three\n');
    await expect.poll(() => log.innerText()).toContain('three');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('web-1-app.txt');
    expect(readFileSync(await file.path(), 'utf8')).toContain('<b>two</b>');
    await page.getByLabel('Search').fill('THREE');
    await expect.poll(() => log.innerText()).toBe('three');
    await axe(page);
    const shots = process.env['POSTERN_SHOTS'];
    if (shots !== undefined) await page.screenshot({ path: join(shots, `kube-logs-${kind}.png`) });
    await page.getByLabel('Container', { exact: true }).selectOption('side');
    await page.waitForURL('**/logs/default/web-1/side');
    await page.getByRole('heading', { name: 'web-1 / side' }).waitFor();
  },
);

test('the link from a log to its pods restores the search of the list', async () => {
  const { page } = await open();
  await page.goto(`${CLUSTER}/kubernetes/eu-1/pods?search=job`);
  await page.getByRole('grid').getByText('other').click({ button: 'right' });
  await page.getByText('Log of a container of job-1').waitFor();
  await page.getByRole('menuitem', { name: 'app', exact: true }).last().click();
  await page.getByRole('heading', { name: 'job-1 / app' }).waitFor();
  expect(await page.title()).toBe('job-1 • other • eu-1 • Logs');
  await page.getByRole('button', { name: 'Pods' }).click();
  await page.waitForURL('**/kubernetes/eu-1/pods?search=job*');
});

test('namespaces link to their pods, and events are listed', async () => {
  const { page } = await open();
  await page.goto(`${CLUSTER}/kubernetes/eu-1/namespaces`);
  await page.getByText('other').first().waitFor();
  await axe(page);
  await page.getByRole('button', { name: 'Pods' }).last().click();
  await page.getByText('job-1').first().waitFor();
  await expect.poll(() => page.getByText('web-1').count()).toBe(0);
  const shots = process.env['POSTERN_SHOTS'];
  if (shots !== undefined) await page.screenshot({ path: join(shots, 'kube-pods.png') });
  await page.goto(`${CLUSTER}/kubernetes/eu-1/events`);
  await page.getByText('Pod/web-1').first().waitFor();
  await axe(page);
});

test('an incomplete list is marked, even if no row matches', async () => {
  const { page } = await open();
  const before = kubernetes.pods.length;
  kubernetes.pods.push(...Array.from({ length: 5000 }, (_, n) => ({ namespace: 'many', name: `many-${n}` })));
  try {
    await page.goto(`${CLUSTER}/kubernetes/eu-1/pods`);
    const note = page.getByText('Not all: the cluster has more');
    await note.waitFor();
    await page
      .getByRole('textbox', { name: 'Search' })
      .or(page.getByRole('combobox', { name: 'Search' }))
      .fill('absent');
    await page.getByText('0 of').first().waitFor();
    await note.waitFor();
    await page.setViewportSize(PHONE);
    // Elements without room wrap to a line below the bar.
    await expect
      .poll(() => note.evaluate((fact: HTMLElement) => fact.offsetTop - (fact.parentElement?.offsetTop ?? 0)))
      .toBe(0);
  } finally {
    kubernetes.pods.splice(before);
  }
});
