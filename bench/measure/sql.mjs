// The query console with 100 000 rows of a real PostgreSQL: the first rows, all of them, and the memory for them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runnerImport } from 'vite';
import { freshBrowser, heapMb, when } from '../support/browser.mjs';
import { startGateway, USER } from '../support/gateway.mjs';
import { figure } from '../support/table.mjs';
import { residentMb } from './gateway.mjs';
import { now } from './list.mjs';
import { signIn } from './start.mjs';

const ROWS = 100_000;
const PORTION = 10_000;
const SQL = 'SELECT * FROM lines ORDER BY id';
const FIRST_ROWS_MAX_MS = 300;
const GROWTH_MAX_MB = 64;
const HAS_ROWS = `document.querySelector('[role=gridcell]')`;
const IS_IDLE = `document.querySelector('[role=toolbar] [data-tip="No statement is running"]') !== null`;

/**
 * With its own gateway.
 * @param {unknown} _gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureSql(_gateway, runs) {
  /** @type {{ module: typeof import('../../tests/support/postgres.ts') }} */
  const { module } = await runnerImport('/tests/support/postgres.ts', { logLevel: 'error', configFile: false });
  const postgres = await module.startPostgres();
  postgres.run(
    `CREATE TABLE lines AS SELECT n AS id, 'customer ' || n AS customer, n * 1.37 AS total, n % 3 = 0 AS paid,
       now() + n * interval '1 second' AS at, repeat('text ', 8) AS note FROM generate_series(1, ${ROWS}) n;
     GRANT ALL ON lines TO ${module.APP_USER}`,
    module.APP_DATABASE,
  );
  const directory = mkdtempSync(path.join(tmpdir(), 'postern-bench-sql-'));
  const secret = path.join(directory, 'password');
  writeFileSync(secret, module.APP_PASSWORD);
  const gateway = await startGateway({
    inventory: [
      {
        ...{ kind: 'db', version: 'v3', metadata: { name: 'orders' } },
        ...{ spec: { protocol: 'postgres', uri: `127.0.0.1:${postgres.port}` }, connect: { password_file: secret } },
      },
    ],
  });
  try {
    await allow(gateway, module.APP_USER, module.APP_DATABASE);
    return await measureWith(gateway, runs, `user=${module.APP_USER}&database=${module.APP_DATABASE}`);
  } finally {
    await gateway.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true });
  }
}

/** @param {{ base: string, headers: Record<string, string> }} gateway @param {string} user @param {string} database */
async function allow({ base, headers }, user, database) {
  const allowed = { db_labels: { '*': '*' }, db_users: [user], db_names: [database] };
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'dba' }, spec: { allow: allowed } });
  const send = async (/** @type {string} */ method, /** @type {string} */ to, /** @type {object} */ body) => {
    const answer = await fetch(`${base}/v1/webapi/${to}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
  };
  await send('POST', 'roles', { content });
  await send('PUT', 'users', { name: USER, roles: ['access', 'editor', 'auditor', 'dba'] });
}

/**
 * @param {{ base: string, cluster: string, pid: number }} gateway @param {number} runs @param {string} asked
 */
async function measureWith(gateway, runs, asked) {
  /** @type {Record<'first' | 'all' | 'gateway' | 'heap' | 'again', number[]>} */
  const taken = { first: [], all: [], gateway: [], heap: [], again: [] };
  for (let run = 0; run < runs; run += 1) {
    const { page, close } = await freshBrowser();
    await signIn(page, gateway.base);
    await page.waitForURL(/\/nodes/);
    await page.goto(`${gateway.base}/web/cluster/${gateway.cluster}/databases/orders/query?${asked}`);
    await page.locator('.monaco-editor .view-lines').click();
    await page.getByText('Recorded').first().waitFor();
    await page.keyboard.insertText(SQL);
    const began = await now(page);
    await page.keyboard.press('Control+Enter');
    taken.first.push((await when(page, HAS_ROWS)) - began);
    await when(page, IS_IDLE);

    const before = { gateway: residentMb(gateway.pid), heap: await heapMb(page) };
    await page.getByRole('button', { name: /000 rows$/ }).click();
    await page
      .getByText('10,000', { exact: true })
      .or(page.getByText('10 000', { exact: true }))
      .click();
    taken.all.push(await loadAll(page));
    taken.gateway.push(residentMb(gateway.pid) - before.gateway);
    const whole = await heapMb(page);
    taken.heap.push(whole - before.heap);
    await loadAll(page);
    taken.again.push((await heapMb(page)) - whole);
    await close();
  }
  return [
    figure('from the key to the first rows', 'ms', taken.first, { bar: FIRST_ROWS_MAX_MS }),
    figure(`${ROWS} rows, ${PORTION} at a time`, 'ms', taken.all),
    figure('– memory of the gateway grows by', 'MB', taken.gateway, { bar: GROWTH_MAX_MB }),
    figure('– heap of the tab grows by', 'MB', taken.heap),
    figure('– and by so much more the second time', 'MB', taken.again, { bar: 8 }),
  ];
}

/** From the key to the last row. @param {import('playwright-core').Page} page */
async function loadAll(page) {
  const began = await now(page);
  await page.locator('.monaco-editor .view-lines').click();
  await page.keyboard.press('Control+Enter');
  await when(page, IS_IDLE);
  const more = page.getByRole('button', { name: /^Load/ });
  for (let loaded = PORTION; loaded < ROWS; loaded += PORTION) {
    await more.click();
    await when(page, IS_IDLE);
  }
  return (await now(page)) - began;
}
