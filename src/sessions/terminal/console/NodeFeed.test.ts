import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListRequest, Rows } from '../../../api/lists.ts';
import { toNode, type Node } from '../../../api/nodes.ts';
import { systemClock } from '../../../lib/clock.ts';
import { NodeFeed } from './NodeFeed.ts';

const node = (hostname: string): Node => toNode({ id: hostname, hostname });
let asked: ListRequest[];
let answer: (request: ListRequest, signal: AbortSignal) => Promise<Rows<Node>>;
let feed: NodeFeed;
const names = () => feed.state.get().rows.map(({ hostname }) => hostname);
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answer = async ({ startKey }) =>
    startKey ? { rows: [node('c')], next: '', total: 3 } : { rows: [node('a'), node('b')], next: 'k', total: 3 };
  feed = new NodeFeed({
    clock: systemClock,
    fetch: (request, signal) => {
      asked.push(request);
      return answer(request, signal);
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('reads each page once', async () => {
  feed.load();
  await settled();
  feed.more();
  feed.more();
  await settled();
  expect(names()).toEqual(['a', 'b', 'c']);
  feed.more();
  await settled();
  expect(asked.map(({ startKey }) => startKey)).toEqual(['', 'k']);
});

test('a search waits for a pause in typing and keeps the rows until then', async () => {
  feed.load();
  await settled();
  feed.search('p');
  feed.search('pa ');
  expect(names()).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.map(({ search }) => search)).toEqual(['', 'pa']);
});

test('a late answer does not replace a newer one', async () => {
  let late: (rows: Rows<Node>) => void = () => undefined;
  answer = () => new Promise((resolve) => (late = resolve));
  feed.load();
  answer = async () => ({ rows: [node('new')], next: '' });
  feed.search('new');
  await vi.advanceTimersByTimeAsync(200);
  late({ rows: [node('old')], next: '' });
  await settled();
  expect(names()).toEqual(['new']);
});

test('a failure is reported and keeps the rows, and the next answer replaces them', async () => {
  feed.load();
  await settled();
  answer = () => Promise.reject(new Error('gone'));
  feed.load();
  await settled();
  expect(feed.state.get()).toMatchObject({ kind: 'failed', error: new Error('gone') });
  expect(names()).toEqual(['a', 'b']);
  answer = async () => ({ rows: [node('c')], next: '' });
  feed.load();
  await settled();
  expect(feed.state.get().kind).not.toBe('failed');
  expect(names()).toEqual(['c']);
});
