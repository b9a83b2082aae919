// Extensions of recordings: screens for players, and the search in their text (streams §4.6, http-resources §10.6).
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RecordingOverviewJson, RecordingSearchJson } from '../../src/wire/recordings.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { recordSession, untilIndexed } from '../support/recordedSession.ts';
import { startGateway } from '../support/gateway.ts';
import { startTerminalGateway, TERMINAL_CONFIG } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const MINUTE_MS = 60_000;
const PROMPT = 'root@web-1:~# ';

let gateway: InProcess;
let admin: ApiClient;
/** Sessions, oldest first. */
let cleanup: string;
let quiet: string;
let settle: string;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  const parts = gateway.app.gateway;
  const at = (minutes: number) => gateway.nowMs() - minutes * MINUTE_MS;
  cleanup = await recordSession(parts, {
    prints: [PROMPT, 'rm -rf /TMP/x\r\n', PROMPT, 'echo tmp tmp\r\n', 'tmp tmp\r\n', PROMPT],
    endedMs: at(30),
  });
  quiet = await recordSession(parts, { prints: [PROMPT, 'uptime\r\n', 'up 3 days\r\n'], endedMs: at(20) });
  settle = await recordSession(parts, {
    prints: ["delete from settle_tmp where day < '1'; -- ", `${'é'.repeat(300)}\r\n`, '\x1b[31mred\x1b[0mtmp\r\n'],
    user: 'tomas',
    endedMs: at(10),
  });
  await untilIndexed(parts, cleanup, quiet, settle);
}, 60_000);
afterAll(() => gateway.stop());

const get = (path: string, by = admin) => by.call('GET', `sites/-current-/${path}`);
async function search(parameters: Record<string, string>, by = admin): Promise<RecordingSearchJson> {
  const answer = await get(`recordings/search?${new URLSearchParams(parameters)}`, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as RecordingSearchJson;
}
const found = ({ recordings }: RecordingSearchJson) => recordings.map(({ sid, count }) => [sid, count]);

describe('a search', () => {
  test('finds lines in recordings, newest first, with times and ranges', async () => {
    const answer = await search({ text: 'tmp' });
    expect(found(answer)).toEqual([
      [settle, 2],
      [cleanup, 3],
    ]);
    expect(answer.recordings[1]?.hits).toEqual([
      { ms: 1000, kind: 'line', text: `${PROMPT}rm -rf /TMP/x`, ranges: [[22, 25]] },
      {
        ms: 3000,
        kind: 'line',
        text: `${PROMPT}echo tmp tmp`,
        ranges: [
          [19, 22],
          [23, 26],
        ],
      },
      {
        ms: 4000,
        kind: 'line',
        text: 'tmp tmp',
        ranges: [
          [0, 3],
          [4, 7],
        ],
      },
    ]);
    expect(answer.recordings[0]?.hits[1]).toMatchObject({ text: 'redtmp', ranges: [[3, 6]] });
    expect(answer).toMatchObject({ searched: 3, pending: [], noText: [], startKey: '' });
  });

  test('finds only commands with commands=1', async () => {
    const answer = await search({ text: 'tmp', commands: '1' });
    expect(answer.recordings.map(({ sid, hits }) => [sid, hits.map(({ kind, text }) => `${kind} ${text}`)])).toEqual([
      [cleanup, ['command rm -rf /TMP/x', 'command echo tmp tmp']],
    ]);
  });

  test('finds a command that ran without a terminal, even without output', async () => {
    const parts = gateway.app.gateway;
    const endedMs = gateway.nowMs() - 600 * MINUTE_MS;
    const loud = await recordSession(parts, { prints: ['12\n'], command: 'wc -l /var/zebra', endedMs });
    const silent = await recordSession(parts, { prints: [], command: 'rm -rf /var/zebra', endedMs: endedMs - 1 });
    await untilIndexed(parts, loud, silent);
    const span = { from: new Date(endedMs - MINUTE_MS).toISOString(), to: new Date(endedMs + MINUTE_MS).toISOString() };
    for (const commands of ['', '1'] as const) {
      const { recordings, noText } = await search({ ...span, text: 'zebra', commands });
      const hit = (text: string) => [{ ms: 0, kind: 'command', text, ranges: [[text.length - 5, text.length]] }];
      expect(recordings).toEqual([
        { sid: loud, count: 1, hits: hit('wc -l /var/zebra') },
        { sid: silent, count: 1, hits: hit('rm -rf /var/zebra') },
      ]);
      expect(noText).toEqual([]);
    }
    expect((await get(`sessions/${silent}/overview`)).json).toMatchObject({ state: 'ready', transcript: true });
  });

  test('finds matches of a regular expression', async () => {
    expect(found(await search({ text: '^up [0-9]+ days?$', regexp: '1' }))).toEqual([[quiet, 1]]);
    expect((await search({ text: 't.p', regexp: '1' })).recordings[1]?.hits[0]?.ranges).toEqual([
      [19, 22],
      [23, 26],
    ]);
    for (const text of ['(', '(?=a)', '(((a{9}){9}){9})'])
      expect((await get(`recordings/search?regexp=1&text=${encodeURIComponent(text)}`)).status).toBe(400);
  });

  test.each([
    ['p', 3],
    ['3 DAYS', 1],
    ['"; DROP', 0],
    ['tmp" OR "x', 0],
    ["day < '1'", 1],
    ['éééé', 1],
    ['%', 0],
  ])('searches for the literal text %j', async (text, count) => {
    expect((await search({ text })).recordings).toHaveLength(count);
  });

  test('returns pages', async () => {
    const first = await search({ text: 'tmp', limit: '1' });
    expect(found(first)).toEqual([[settle, 2]]);
    const second = await search({ text: 'tmp', limit: '1', startKey: first.startKey });
    expect(found(second)).toEqual([[cleanup, 3]]);
    expect(first.until).toBe(new Date(gateway.nowMs() - 10 * MINUTE_MS).toISOString());
  });

  test('is limited to a time range', async () => {
    const from = new Date(gateway.nowMs() - 25 * MINUTE_MS).toISOString();
    const to = new Date(gateway.nowMs() - 15 * MINUTE_MS).toISOString();
    expect(await search({ text: 'u', from, to })).toMatchObject({ searched: 1, recordings: [{ sid: quiet }] });
  });

  test('reports recordings that are not indexed yet', async () => {
    const { recordingTexts } = gateway.app;
    const sid = randomUUID();
    recordingTexts.add(sid, gateway.nowMs(), { event: 'session.end', sid });
    try {
      expect(await search({ text: 'tmp' })).toMatchObject({ pending: [sid] });
    } finally {
      recordingTexts.forget(sid);
    }
  });

  test.each([
    ['', 400],
    ['?text=', 400],
    [`?text=${'x'.repeat(201)}`, 400],
    ['?text=a&from=yesterday', 400],
    ['?text=a&startKey=x', 400],
    ['?text=a&startKey=1/../../etc', 400],
    ['?text=a%00b', 400],
  ])('refuses the query %j', async (query, status) => {
    expect((await get(`recordings/search${query}`)).status).toBe(status);
  });
});

describe('the screens of a recording', () => {
  test('are listed in an overview', async () => {
    const { status, json } = await get(`sessions/${cleanup}/overview`);
    expect(status).toBe(200);
    expect(json).toEqual({
      state: 'ready',
      durationMs: 6000,
      bytes: 80,
      columns: 80,
      rows: 25,
      lastScreen: [`${PROMPT}rm -rf /TMP/x`, `${PROMPT}echo tmp tmp`, 'tmp tmp', PROMPT],
      screens: [{ ms: 5000, offset: 80, event: 7 }],
      transcript: true,
    } satisfies RecordingOverviewJson);
  });

  test('are sent compressed as stored, or decompressed', async () => {
    const plain = await get(`sessions/${cleanup}/screens/0`);
    expect([plain.status, plain.headers['content-type'], plain.headers['content-encoding']]).toEqual([
      200,
      'application/json',
      undefined,
    ]);
    expect(plain.json).toMatchObject({ cols: 80, rows: 25 });
    const url = `${gateway.base}/v1/webapi/sites/-current-/sessions/${cleanup}/screens/last`;
    const packed = await fetch(url, { headers: { ...admin.signedIn, 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.json()).toEqual(plain.json);
  });

  test('have a transcript, compressed as stored or decompressed', async () => {
    const plain = await get(`sessions/${cleanup}/transcript`);
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    const url = `${gateway.base}/v1/webapi/sites/-current-/sessions/${cleanup}/transcript`;
    const packed = await fetch(url, { headers: { ...admin.signedIn, 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const text = await packed.text();
    expect(text).toBe(plain.text);
    expect(JSON.parse(text)).toEqual({
      lines: [`${PROMPT}rm -rf /TMP/x`, `${PROMPT}echo tmp tmp`, 'tmp tmp', PROMPT.trimEnd()],
      ms: [1000, 3000, 4000, 5000],
      commands: [
        { ms: 1000, text: 'rm -rf /TMP/x', isGuess: true },
        { ms: 3000, text: 'echo tmp tmp', isGuess: true },
      ],
    });
  });

  test('are pending until the recording is indexed', async () => {
    const parts = gateway.app.gateway;
    const sid = await recordSession(parts, { prints: ['x'.repeat(3_000_000), 'y'] });
    const { json } = await get(`sessions/${sid}/overview`);
    expect(json).toEqual({ state: 'pending', durationMs: 2000, bytes: 3_000_001, screens: [] });
    expect((await get(`sessions/${sid}/screens/last`)).status).toBe(404);
    await untilIndexed(parts, sid);
    expect((await get(`sessions/${sid}/overview`)).json).toMatchObject({ state: 'ready' });
    await parts.recordings.remove(sid);
  });

  test.each([
    ['sessions/abc/overview', 400],
    [`sessions/${randomUUID()}/overview`, 404],
    [`sessions/${randomUUID()}/transcript`, 404],
    [`sessions/${randomUUID()}/screens/0`, 404],
    ['sessions/abc/screens/0', 400],
  ])('are refused for %s with %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test.each(['1', '-1', 'x', '1e3', '..%2f0'])('do not include number %s', async (screen) => {
    expect((await get(`sessions/${cleanup}/screens/${screen}`)).status).toBeGreaterThanOrEqual(400);
  });
});

test(
  'the text of a session is found while it runs, once after its end, and after a killed gateway',
  { timeout: 240_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'postern-running-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const first = await startTerminalGateway({ dataDir });
    const { admin: owner, shell } = first;
    await owner.addRole('reader', { allow: { rules: [{ resources: ['session'], verbs: ['list', 'read'] }] } });
    const reader = await owner.invite('rita', ['reader']);
    const path = (text: string) => `/sites/-current-/recordings/search?text=${text}`;
    const counts = (hits: RecordingSearchJson['running'] = []) => hits.map(({ count }) => count);
    const searched = async (text: string, by: WebClient): Promise<[running: number[], ended: number[]]> => {
      const { running, recordings } = (await by.expect('GET', path(text))) as RecordingSearchJson;
      return [counts(running), recordings.map(({ count }) => count)];
    };

    const openShell = async () => {
      const terminal = owner.terminal(shell);
      expect(await terminal.opened).toBeUndefined();
      terminal.type("PS1='re''ady> '; PS2=; unset PROMPT_COMMAND\r");
      await terminal.sees('ready> ');
      return terminal;
    };
    const terminal = await openShell();
    terminal.type('echo vole-fir\r'); // once as typed, and once as printed
    await vi.waitFor(async () => expect(await searched('vole-fir', owner)).toEqual([[2], []]), 20_000);
    const { running = [] } = (await owner.expect('GET', path('vole-fir'))) as RecordingSearchJson;
    const { sessions } = await owner.expect('GET', '/sites/-current-/sessions');
    expect(running[0]).toMatchObject({ sid: sessions[0].id, event: { user: 'admin', server_hostname: 'node-1' } });
    expect(await searched('vole-fir', reader)).toEqual([[], []]); // a user who may not join must wait for its end
    terminal.type('exit\r');
    await terminal.closed;
    await vi.waitFor(async () => expect(await searched('vole-fir', reader)).toEqual([[], [2]]), 20_000);
    expect(await searched('vole-fir', owner)).toEqual([[], [2]]);

    const killed = await openShell();
    killed.type('echo early-yew\r');
    await vi.waitFor(async () => expect(await searched('early-yew', owner)).toEqual([[2], []]), 20_000);
    killed.type('echo late-oak\r');
    await killed.sees('late-oak\r\n');
    await new Promise((resolve) => setTimeout(resolve, 700)); // the recording is on disk, the index is not
    await first.kill();
    const second = await startGateway({ config: TERMINAL_CONFIG, dataDir });
    onTestFinished(() => second.stop().then(() => undefined));
    owner.base = second.base;
    await vi.waitFor(async () => expect(await searched('late-oak', owner)).toEqual([[], [2]]), 20_000);
    expect(await searched('early-yew', owner)).toEqual([[], [2]]);
    expect(await searched('vole-fir', owner)).toEqual([[], [2]]);
  },
);
