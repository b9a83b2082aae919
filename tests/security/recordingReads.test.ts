// The audit log records every user who reads the output of a session, also without opening the player.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';

const PRINTED = 'x'.repeat(50_000);

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
}, 60_000);
afterAll(() => gateway.stop());

let sid: string;
beforeEach(async () => {
  sid = await recorded(PRINTED);
});

/** An ended session. */
async function recorded(printed: string): Promise<string> {
  const id = randomUUID();
  const { recordings } = gateway.app.gateway;
  const writer = await recordings.begin(id, {
    pressure: () => undefined,
    failed: (error) => expect.fail(error.message),
  });
  if (printed !== '') writer.print(Buffer.from(printed), 0);
  await writer.close();
  const event = { event: 'session.end', sid: id, user: 'admin', time: new Date(gateway.nowMs()).toISOString() };
  await recordings.finish(id, { event, bytes: Buffer.byteLength(printed) });
  return id;
}

const read = (what: string, by = admin, of = sid) => by.call('GET', `sites/-current-/sessions/${of}/${what}`);
/** Users who have read the recording, according to the audit log. */
const readers = (of = sid) =>
  gateway.app.gateway.stores.events
    .page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 1000, names: ['session.recording.access'] })
    .events.filter((event) => event['sid'] === of)
    .map((event) => event['user']);

test('L3: reading a recording in any number of pieces is one event', async () => {
  for (const offset of [0, 10_000, 20_000, 0]) {
    expect((await read(`stream?offset=${offset}&bytes=10000`)).status).toBe(200);
  }
  expect(readers()).toEqual(['admin']);
});

test('L3: a read that starts in the middle is reported', async () => {
  expect((await read('stream?offset=30000&bytes=100')).status).toBe(200);
  expect(readers()).toEqual(['admin']);
});

test('L3: pieces that are requested at the same time are one event', async () => {
  await Promise.all([0, 1, 2, 3, 4].map((n) => read(`stream?offset=${n * 10_000}&bytes=10000`)));
  expect(readers()).toEqual(['admin']);
});

test('L3: a player reads the events first and is reported once, and the events are reported each time', async () => {
  await read('events');
  await read('stream');
  expect(readers()).toEqual(['admin']);
  await read('events');
  expect(readers()).toEqual(['admin', 'admin']);
});

test('L3: reads are reported per sign-in, user and recording', async () => {
  const other = await recorded('other');
  const bob = await gateway.user(admin, 'bob', ['auditor']);
  const elsewhere = gateway.client();
  await elsewhere.openPage('/web/login');
  expect((await elsewhere.signIn('admin', PASSWORD)).status).toBe(200);
  for (const by of [admin, bob, elsewhere, admin, bob, elsewhere]) {
    for (const of of [sid, other]) expect((await read('stream', by, of)).status).toBe(200);
  }
  expect(readers()).toEqual(['admin', 'bob', 'admin']);
  expect(readers(other)).toEqual(['admin', 'bob', 'admin']);
});

test('L3: a request that returns no output is not reported', async () => {
  const carl = await gateway.user(admin, 'carl');
  expect((await read('stream', carl)).status).toBe(403);
  const empty = await recorded('');
  expect((await read('stream', admin, empty)).status).toBe(404);
  expect((await read('stream', admin, randomUUID())).status).toBe(404);
  expect([readers(), readers(empty)]).toEqual([[], []]);
});
