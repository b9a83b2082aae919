// Known vulnerabilities of shipped packages fail `npm run check`. A source that does not answer does not.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { askAudit, readAnswer } from '../supplyChain/askAudit.mjs';
import { findingLine, judgeAdvisories } from '../supplyChain/judgeAdvisories.mjs';
import { isAllowed, licenceTable, listedForConsole, unknownFonts } from '../supplyChain/licenceTable.mjs';
import { pathsOf, shippedPackages } from '../supplyChain/shippedPackages.mjs';

const table = readFileSync('docs/licences.md', 'utf8');
const shipped = shippedPackages('.', pathsOf('.', listedForConsole(table)));
const shippedPaths = new Set(shipped.map(({ path }) => path));

describe('shipped packages', () => {
  test('are packages of the gateway and the console, but not development tools', () => {
    for (const name of ['fastify', 'pino', 'ssh2', '@peculiar/asn1-schema'])
      expect(partsOf(name), name).toEqual(['gateway']);
    for (const name of ['react', 'monaco-editor', 'yaml', '@xterm/xterm'])
      expect(partsOf(name), name).toEqual(['console']);
    expect(partsOf('js-yaml')).toEqual(['gateway', 'console']);
    for (const name of ['vite', 'oxlint', 'vitest', 'typescript']) expect(partsOf(name), name).toBeUndefined();
  });
  const partsOf = (wanted: string) => shipped.find(({ name }) => name === wanted)?.parts;

  test('have licences that do not require publication of sources, and are listed', () => {
    for (const { path, license } of shipped) expect(isAllowed(license), `${path}: ${license ?? 'none'}`).toBe(true);
    expect(licenceTable(shipped)).toBe(table);
  });

  test.each([
    ['MIT', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0-only', false],
    ['MPL-2.0', false],
    ['SEE LICENSE IN x', false],
    ['', false],
    [undefined, false],
  ])('the licence %s is allowed: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });

  test('a font without an entry is reported', () => {
    expect(unknownFonts(['inter.woff2', 'OFL.txt', 'other.woff2'])).toEqual(['other.woff2']);
  });
});

describe('an advisory', () => {
  const vulnerable = (name: string, path: string, severity: string, id = 'GHSA-1') => ({
    [name]: { name, severity, nodes: [path], via: [{ title: 'Bad', url: `https://x.test/${id}`, severity }] },
  });
  const judged = (vulnerabilities: object, ignored: { id: string; reason: string; until: string }[] = []) =>
    judgeAdvisories({ vulnerabilities } as never, { shipped: shippedPaths, ignored, today: '2030-01-01' });

  test.each([
    ['fastify', 'critical', true],
    ['react', 'high', true],
    ['fastify', 'moderate', false],
    ['vitest', 'critical', false],
  ])('of %s, %s, fails: %s', (name, severity, fails) => {
    const [finding] = judged(vulnerable(name, `node_modules/${name}`, severity));
    expect(finding).toMatchObject({ id: 'GHSA-1', fails });
  });

  test('can be ignored by name until a date, and fails again after it', () => {
    const high = vulnerable('fastify', 'node_modules/fastify', 'high');
    const until = (day: string) => [{ id: 'GHSA-1', reason: 'not reachable', until: day }];
    expect(judged(high, until('2030-01-01'))[0]).toMatchObject({ fails: false, note: 'ignored until 2030-01-01' });
    expect(judged(high, until('2029-12-31'))[0]).toMatchObject({ fails: true });
    expect(judged(high, [{ id: 'GHSA-2', reason: '', until: '2031-01-01' }])[0]).toMatchObject({ fails: true });
    expect(findingLine(judged(high)[0]!)).toBe('  fastify: high, GHSA-1, Bad (shipped)');
  });

  test('a package that only depends on a vulnerable one is not counted again', () => {
    expect(judged({ a: { name: 'a', severity: 'high', nodes: ['node_modules/fastify'], via: ['b'] } })).toEqual([]);
  });

  test('every exception has a reason and a date', () => {
    for (const entry of JSON.parse(readFileSync('tests/supplyChain/ignored.json', 'utf8')) as Record<
      string,
      string
    >[]) {
      expect(entry['reason']).not.toBe('');
      expect(entry['until']).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});

describe('the advisory source', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  const ask = async (answer: RequestListener, timeoutMs = 15_000) => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { npm_execpath: _, ...env } = process.env;
    const registry = `http://127.0.0.1:${port}/`;
    return askAudit('.', { timeoutMs, env: { ...env, npm_config_registry: registry } });
  };
  const bulk =
    (body: object): RequestListener =>
    (request, response) => {
      if (request.url?.endsWith('/advisories/bulk')) response.end(JSON.stringify(body));
      else response.writeHead(404).end('{}');
    };

  test('that refuses is skipped, and the message has its status but not its address', async () => {
    const answer = await ask((_request, response) => response.writeHead(405).end());
    expect(answer).toEqual({ skipped: 'the source answers with status 405' });
  });

  test('that does not answer in time is skipped', async () => {
    expect(await ask(() => undefined, 3_000)).toEqual({ skipped: 'no answer within 3 s' });
  });

  test('that answers with an unexpected format is skipped', async () => {
    const answer = await ask((_request, response) => response.end('<html>Sign in to this network</html>'));
    expect(answer).toHaveProperty('skipped');
    expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
    expect(readAnswer('')).toEqual({ skipped: 'the answer cannot be read' });
    expect(readAnswer('{"error":{"code":"ENOTFOUND","summary":"https://x.test"}}')).toEqual({
      skipped: 'the source does not answer (ENOTFOUND)',
    });
  });

  test('that answers is evaluated', async () => {
    const advisory = (id: number, severity: string) => [
      { id, url: `https://x.test/GHSA-${id}`, title: 'Bad', severity, vulnerable_versions: '<999' },
    ];
    const answer = await ask(bulk({ fastify: advisory(1, 'high'), vitest: advisory(2, 'critical') }));
    expect(answer).toHaveProperty('report');
    const report = (answer as { report: object }).report;
    const findings = judgeAdvisories(report, { shipped: shippedPaths, ignored: [], today: '2030-01-01' });
    expect(findings.map(({ package: name, fails }) => [name, fails])).toEqual([
      ['fastify', true],
      ['vitest', false],
    ]);
  });
});
