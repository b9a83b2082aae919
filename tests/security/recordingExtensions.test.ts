// Searches, screens and reviews of recordings require the same access as the events of a recording, and a hostile
// recording has a bounded cost.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordingReviewsJson, RecordingSearchJson } from '../../src/wire/recordings.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { recordSession, untilIndexed } from '../support/recordedSession.ts';

const SECRET = 'correct-horse-battery';

let gateway: InProcess;
let admin: ApiClient;
/** May read recordings of sessions in which she took part. */
let own: ApiClient;
/** May not read recordings. */
let none: ApiClient;
let hers: string;
let others: string;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  const rule = {
    resources: ['session'],
    verbs: ['list', 'read'],
    where: 'contains(session.participants, user.metadata.name)',
  };
  for (const [name, rules] of [
    ['own', [rule]],
    ['nothing', []],
  ] as const) {
    const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name }, spec: { allow: { rules } } });
    expect((await admin.call('POST', 'roles', { content })).status).toBe(200);
  }
  own = await gateway.user(admin, 'olga', ['own']);
  none = await gateway.user(admin, 'nora', ['nothing']);
  const parts = gateway.app.gateway;
  hers = await recordSession(parts, { prints: [`echo ${SECRET} mine\r\n`], user: 'olga' });
  others = await recordSession(parts, { prints: [`echo ${SECRET} other\r\n`], user: 'otto' });
  await untilIndexed(parts, hers, others);
}, 60_000);
afterAll(() => gateway.stop());

const call = (by: ApiClient, path: string, method = 'GET', body?: unknown) =>
  by.call(method, `sites/-current-/${path}`, body);
const search = async (by: ApiClient, query: string) =>
  (await call(by, `recordings/search?${query}`)).json as RecordingSearchJson;
const searches = () =>
  gateway.app.gateway.stores.events
    .page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 10_000, names: ['session.recording.search'] })
    .events.map(({ user, text }) => [user, text]);

describe('a user who', () => {
  test('may read no recording gets the same answer for existing and unknown recordings', async () => {
    for (const sid of [others, randomUUID()])
      for (const [method, path] of [
        ['GET', `sessions/${sid}/overview`],
        ['GET', `sessions/${sid}/transcript`],
        ['GET', `sessions/${sid}/screens/0`],
        ['GET', `sessions/${sid}/review`],
        ['PUT', `sessions/${sid}/review`],
        ['GET', 'recordings/search?text=a'],
        ['GET', 'recordings/reviews'],
      ] as const) {
        const answer = await call(none, path, method, method === 'PUT' ? { reviewed: true, note: '' } : undefined);
        expect([answer.status, answer.text]).toEqual([
          403,
          expect.stringContaining('access denied to perform action \\"read\\" on \\"session\\"'),
        ]);
      }
  });

  test('may read some does not learn that others exist', async () => {
    const paths = ['overview', 'transcript', 'screens/0', 'screens/last', 'review'];
    for (const path of paths) {
      const unknown = randomUUID();
      const [closed, missing] = [
        await call(own, `sessions/${others}/${path}`),
        await call(own, `sessions/${unknown}/${path}`),
      ];
      expect([closed.status, closed.text.replace(others, '')]).toEqual([404, missing.text.replace(unknown, '')]);
      expect((await call(own, `sessions/${hers}/${path}`)).status).toBe(200);
    }
    expect((await call(own, `sessions/${others}/review`, 'PUT', { reviewed: true, note: '' })).status).toBe(404);
  });

  test('may read some finds no matches in others, and their matches are not counted', async () => {
    const answer = await search(own, `text=${SECRET}`);
    expect(answer.recordings.map(({ sid }) => sid)).toEqual([hers]);
    expect(answer.searched).toBe(1);
    expect((await search(admin, `text=${SECRET}`)).searched).toBe(2);
    expect(await search(own, `text=other`)).toMatchObject({ recordings: [], searched: 1, pending: [], noText: [] });
  });

  test('may read some does not learn that others are pending or have no text', async () => {
    const { recordingTexts } = gateway.app;
    const sid = randomUUID();
    recordingTexts.add(sid, gateway.nowMs(), { event: 'session.end', sid, participants: ['otto'] });
    expect((await search(own, 'text=a')).pending).toEqual([]);
    expect((await search(admin, 'text=a')).pending).toEqual([sid]);
    recordingTexts.forget(sid);
  });

  test('may read some does not learn when others ended', async () => {
    const { recordingTexts } = gateway.app;
    const sid = randomUUID();
    const endedMs = gateway.nowMs() - 3 * 3_600_000;
    recordingTexts.add(sid, endedMs, { event: 'session.end', sid, participants: ['otto'] });
    const times = `from=${new Date(endedMs - 1000).toISOString()}&to=${new Date(endedMs + 1000).toISOString()}`;
    expect((await search(admin, `text=a&${times}`)).until).toBe(new Date(endedMs).toISOString());
    expect((await search(own, `text=a&${times}`)).until).toBeUndefined();
    recordingTexts.forget(sid);
  });

  test('may read some sees only the reviews of those', async () => {
    for (const sid of [hers, others]) await call(admin, `sessions/${sid}/review`, 'PUT', { reviewed: true, note: 'n' });
    const { reviews } = (await call(own, 'recordings/reviews')).json as RecordingReviewsJson;
    expect(reviews.map(({ sid }) => sid)).toEqual([hers]);
  });

  test('loses the role finds no matches', async () => {
    const bob = await gateway.user(admin, 'bob', ['auditor']);
    expect((await search(bob, `text=${SECRET}`)).recordings).toHaveLength(2);
    await admin.call('PUT', 'users', { name: 'bob', roles: ['nothing'] });
    expect((await call(bob, `recordings/search?text=${SECRET}`)).status).toBe(403);
  });

  test('searches is logged once per text, for any number of pages and repetitions', async () => {
    const before = searches().length;
    for (const query of ['text=once', 'text=once&limit=1', 'text=once&startKey=1/' + hers, 'text=twice'])
      expect((await call(admin, `recordings/search?${query}`)).status).toBe(200);
    expect(searches().slice(before)).toEqual([
      ['admin', 'once'],
      ['admin', 'twice'],
    ]);
    for (let minutes = 0; minutes < 12; minutes += 4) {
      gateway.pass(4 * 60_000);
      const renewed = await admin.call('POST', 'sessions/web/renew', {});
      expect(renewed.status).toBe(200);
    }
    await call(admin, 'recordings/search?text=once');
    expect(searches().at(-1)).toEqual(['admin', 'once']);
  });

  test('views screens is logged once as a reader', async () => {
    const sid = await recordSession(gateway.app.gateway, { prints: ['x'] });
    await untilIndexed(gateway.app.gateway, sid);
    for (const path of ['overview', 'transcript', 'screens/0', 'screens/last'])
      await call(admin, `sessions/${sid}/${path}`);
    const readers = gateway.app.gateway.stores.events
      .page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 10_000, names: ['session.recording.access'] })
      .events.filter((event) => event['sid'] === sid);
    expect(readers).toHaveLength(1);
  });

  test('opens a player, which requests events and output at once, is logged once as a reader', async () => {
    const sid = await recordSession(gateway.app.gateway, { prints: ['once\r\n'] });
    await Promise.all(
      ['events', 'stream?offset=0&bytes=524288', 'stream'].map((path) => call(admin, `sessions/${sid}/${path}`)),
    );
    const readers = gateway.app.gateway.stores.events
      .page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 10_000, names: ['session.recording.access'] })
      .events.filter((event) => event['sid'] === sid);
    expect(readers).toHaveLength(1);
  });
});

describe('a hostile recording', () => {
  const fileBytes = () => statSync(join(gateway.app.gateway.settings.dataDir, 'recording-texts.db')).size;

  test.each([
    ['of one long line', () => ['x'.repeat(12_000_000)]],
    ['of many short lines', () => ['y\r\n'.repeat(2_000_000)]],
    ['of control characters', () => [Buffer.from(Array.from({ length: 2_000_000 }, (_, i) => i % 32))]],
    ['of NULs and ill-formed UTF-8', () => [Buffer.alloc(1_000_000), Buffer.alloc(1_000_000, 0xff)]],
    ['of sequences that never end', () => ['\x1b]0;', 'x'.repeat(5_000_000), '\x1bP', 'y'.repeat(5_000_000)]],
    ['that resizes and scrolls without end', () => ['\x1b[8;9999;9999t\x1b[999L\x1b[999M\x1b[2J'.repeat(2000)]],
  ])(
    '%s is read, and the next recording after it',
    async (_what, prints) => {
      const parts = gateway.app.gateway;
      const before = fileBytes();
      const hostile = await recordSession(parts, { prints: prints() });
      const next = await recordSession(parts, { prints: ['after the storm\r\n'] });
      await untilIndexed(parts, hostile, next);
      expect((await search(admin, 'text=after+the+storm')).recordings.map(({ sid }) => sid)).toContain(next);
      expect(fileBytes() - before).toBeLessThan(60_000_000);
      for (const sid of [hostile, next]) await parts.recordings.remove(sid);
    },
    120_000,
  );
});

test('a thousand simultaneous searches are answered and logged once per text', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => call(admin, `recordings/search?regexp=1&text=${i % 10}(a%2B)%2B$`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(searches().filter(([, text]) => String(text).endsWith('(a+)+$')).length).toBe(10);
}, 120_000);
