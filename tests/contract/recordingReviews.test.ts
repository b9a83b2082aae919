// Extensions of recordings: reviewers and their notes (http-resources §10.7).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RecordingReviewsJson } from '../../src/wire/recordings.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { recordSession } from '../support/recordedSession.ts';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess({ recordings: { retention: '90d' } });
  admin = await gateway.admin();
}, 60_000);
afterAll(() => gateway.stop());

let sid: string;
beforeEach(async () => {
  gateway.pass(1000);
  sid = await recordSession(gateway.app.gateway, { prints: ['text\r\n'] });
});

const review = (of = sid, by = admin) => by.call('GET', `sites/-current-/sessions/${of}/review`);
const put = (body: unknown, of = sid, by = admin) => by.call('PUT', `sites/-current-/sessions/${of}/review`, body);
async function reviews(query = '', by = admin): Promise<RecordingReviewsJson['reviews']> {
  const answer = await by.call('GET', `sites/-current-/recordings/reviews${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as RecordingReviewsJson).reviews;
}
const logged = () =>
  gateway.app.gateway.stores.events
    .page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 1000, names: ['session.recording.review'] })
    .events.filter((event) => event['sid'] === sid);
const now = () => new Date(gateway.nowMs()).toISOString();

test('a recording without a review has an empty review', async () => {
  expect([(await review()).status, (await review()).json]).toEqual([200, { reviewed: false, note: '' }]);
});

test('review state and note are stored with author and time', async () => {
  const written = { reviewed: true, note: 'Ticket 4711\nas agreed 😀', by: 'admin', at: now() };
  expect((await put({ reviewed: true, note: written.note })).json).toEqual(written);
  expect((await review()).json).toEqual(written);
  expect(await reviews()).toContainEqual({ sid, ...written });
  expect(logged()).toMatchObject([{ code: 'TPR00I', user: 'admin', reviewed: true, note: written.note }]);
});

test('the last write wins, and its author is stored', async () => {
  const bob = await gateway.user(admin, 'bob', ['auditor']);
  await put({ reviewed: true, note: 'mine' });
  await put({ reviewed: false, note: 'no, look again' }, sid, bob);
  expect((await review()).json).toMatchObject({ reviewed: false, note: 'no, look again', by: 'bob' });
  expect(logged().map((event) => event['user'])).toEqual(['admin', 'bob']);
});

test('omitted fields keep their earlier value', async () => {
  const bob = await gateway.user(admin, 'bill', ['auditor']);
  await put({ note: 'by bill' }, sid, bob);
  expect((await review()).json).toMatchObject({ reviewed: false, note: 'by bill', by: 'bill' });
  expect((await put({ reviewed: true })).json).toMatchObject({ reviewed: true, note: 'by bill', by: 'admin' });
  expect((await put({ note: '' }, sid, bob)).json).toMatchObject({ reviewed: true, note: '', by: 'bill' });
  expect((await put({})).json).toMatchObject({ by: 'bill' });
  expect(logged()).toHaveLength(3);
});

test('a note that is based on an outdated note is refused', async () => {
  const bob = await gateway.user(admin, 'burt', ['auditor']);
  expect((await put({ note: 'a', noteBefore: '' }, sid, bob)).status).toBe(200);
  expect(await put({ note: 'b', noteBefore: '' })).toMatchObject({
    status: 409,
    json: { error: { message: 'the note was changed after it was read' } },
  });
  expect((await review()).json).toMatchObject({ note: 'a', by: 'burt' });
  expect((await put({ note: 'b', noteBefore: 'a' })).json).toMatchObject({ note: 'b', by: 'admin' });
  expect((await put({ note: 'b', noteBefore: 'a' }, sid, bob)).json).toMatchObject({ note: 'b', by: 'admin' });
});

test('a write without a change keeps the earlier author', async () => {
  const bob = await gateway.user(admin, 'bert', ['auditor']);
  await put({ reviewed: true, note: '' });
  expect((await put({ reviewed: true, note: '' }, sid, bob)).json).toMatchObject({ by: 'admin' });
  expect(logged()).toHaveLength(1);
});

test('reviews are listed for a time range', async () => {
  await put({ reviewed: true, note: '' });
  const later = new Date(gateway.nowMs() + 1).toISOString();
  expect((await reviews(`?from=${later}&to=${later}`)).map((one) => one.sid)).not.toContain(sid);
  expect((await reviews(`?from=${now()}&to=${now()}`)).map((one) => one.sid)).toEqual([sid]);
});

test.each([
  ['a body that is not an object', '[]'],
  ['a review state that is a text', { reviewed: 'yes', note: '' }],
  ['a note that is a number', { reviewed: true, note: 1 }],
  ['an earlier note that is a number', { note: 'a', noteBefore: 1 }],
  ['a note that is too long', { reviewed: true, note: 'é'.repeat(2049) }],
  ['a note with NUL', { reviewed: true, note: 'a\0b' }],
])('%s is refused', async (_what, body) => {
  expect((await put(body)).status).toBe(400);
  expect((await review()).json).toEqual({ reviewed: false, note: '' });
});

test('a recording that does not exist cannot be reviewed', async () => {
  expect((await put({ reviewed: true, note: '' }, randomUUID())).status).toBe(404);
  expect((await put({ reviewed: true, note: '' }, 'abc')).status).toBe(400);
});

test('a recording without its files is listed as missing', async () => {
  const listed = async () => {
    const { json } = await admin.call('GET', 'sites/-current-/events/search/sessions');
    return (json as { events: Record<string, unknown>[] }).events.find((event) => event['sid'] === sid);
  };
  expect(await listed()).not.toHaveProperty('recording_missing');
  await gateway.app.gateway.recordings.remove(sid);
  expect(await listed()).toMatchObject({ event: 'session.end', recording_missing: true });
});

test('a review is removed with its recording', async () => {
  await put({ reviewed: true, note: 'old' });
  const { recordings, stores } = gateway.app.gateway;
  const removed = await recordings.removeEndedBefore(gateway.nowMs() + 1, (error) => expect.fail(String(error)));
  stores.recordingReviews.delete(removed);
  expect(await reviews()).toEqual([]);
  expect((await review()).status).toBe(404);
});
