// The console over HTTPS, as users on other machines reach it: HTTP/2 for pages, files and calls, HTTP/1.1 for the
// websocket of a terminal.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvite } from '../support/account.ts';
import { launchBrowser, visit, type Visit } from '../support/browser.ts';
import { serveSelfSigned } from '../support/certificate.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { openHttp2 } from '../support/http2Client.ts';
import { terminalPage } from '../support/terminalPage.ts';

const NODES = Array.from(
  { length: 200 },
  (_, i) =>
    `  - { kind: node, version: v2, sub_kind: openssh, metadata: { labels: { env: prod } }, spec: { hostname: web-${i}.example.test, addr: '10.0.0.${i}:22' } }`,
);
const CONFIG = `
cluster_name: example.test
auth: { second_factor: 'off' }
node: { name: a-node }
inventory:
${NODES.join('\n')}
`;

let dir: string;
let gateway: Gateway;
let browser: Browser;
let person: Visit;
let page: Page;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-tls-'));
  gateway = await startGateway({ config: CONFIG, args: serveSelfSigned(dir) });
  browser = await launchBrowser();
  person = await visit(browser, gateway.base);
  page = person.page;
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
  rmSync(dir, { recursive: true, force: true });
});

type Loaded = { name: string; protocol: string; sent: number; size: number };

/** The page and all files that it has loaded so far. */
const loaded = (): Promise<Loaded[]> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, nextHopProtocol, encodedBodySize, decodedBodySize } = entry as PerformanceResourceTiming;
      return { name, protocol: nextHopProtocol, sent: encodedBodySize, size: decodedBodySize };
    }),
  );

test('page, files and API calls use HTTP/2, and lists are compressed', async () => {
  await acceptInvite(page, gateway.invite ?? '');
  await page.goto('/web/cluster/example.test/nodes');
  await page.getByText('web-0.example.test').waitFor();
  const all = await loaded();
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter(({ protocol }) => protocol !== 'h2')).toEqual([]);
  const list = all.find(({ name }) => name.includes('/nodes?'));
  expect(list?.size).toBeGreaterThan(40_000);
  expect(list?.sent).toBeLessThan((list?.size ?? 0) / 5);
  // The answer with the bearer token is not compressed.
  const [own] = all;
  expect(own?.sent).toBe(own?.size);
});

test('a terminal opens over HTTP/1.1', async () => {
  const terminal = terminalPage(page);
  await terminal.openShell('/web/cluster/example.test/console/node/a-node/root');
  await terminal.type('echo over-$((20 + 22))');
  await terminal.sees(/over-42/);
  await person.end();
});

test('a gateway stops on request despite open connections', async () => {
  const client = await openHttp2(gateway.base);
  expect((await client.call({ path: '/v1/webapi/ping' })).status).toBe(200);
  const startMs = performance.now();
  expect(await gateway.stop()).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(6000);
  expect(client.session.destroyed).toBe(true);
});
