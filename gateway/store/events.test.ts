import { beforeEach, expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { EventStore } from './events.ts';

let events: EventStore;
beforeEach(() => {
  events = memoryStores().events;
});

const query = { fromMs: 0, toMs: 1e6, order: 'desc', limit: 3 } as const;
const add = (count: number, more: object = {}): void => {
  for (let i = 0; i < count; i++) events.add(`u${i}`, i, i % 2 ? 'exec' : 'user.login', { uid: `u${i}`, ...more });
};
const uids = (page: { events: readonly Readonly<Record<string, unknown>>[] }): unknown[] =>
  page.events.map(({ uid }) => uid);

test('pages follow each other without gaps or duplicates, in both orders', () => {
  add(8);
  for (const order of ['asc', 'desc'] as const) {
    const seen: unknown[] = [];
    let next: string | undefined;
    do {
      const page = events.page({ ...query, order, ...(next && { after: next }) });
      seen.push(...uids(page));
      next = page.next;
    } while (next);
    const all = Array.from({ length: 8 }, (_, i) => `u${i}`);
    expect(seen).toEqual(order === 'asc' ? all : all.toReversed());
  }
});

test('the last page has no key of a next page, even if it is full', () => {
  add(3);
  expect(events.page(query)).toMatchObject({ next: '' });
  expect(events.page({ ...query, limit: 2 }).next).toBe('u1');
});

test('filters by event name, and an unknown start key finds nothing', () => {
  add(6);
  expect(uids(events.page({ ...query, names: ['exec'] }))).toEqual(['u5', 'u3', 'u1']);
  expect(events.page({ ...query, after: 'nobody' })).toEqual({ events: [], next: '' });
});

test('a page ends at one MiB, and a larger event is still returned', () => {
  add(8, { text: 'x'.repeat(400_000) });
  const page = events.page({ ...query, limit: 100 });
  expect(uids(page)).toEqual(['u7', 'u6']);
  expect(uids(events.page({ ...query, limit: 100, after: page.next }))).toEqual(['u5', 'u4']);
  events.add('big', 100, 'exec', { uid: 'big', text: 'x'.repeat(3_000_000) });
  expect(events.page({ ...query, limit: 100 })).toMatchObject({ next: 'big' });
});

test('finds old events next to events that the JSON functions of the database refuse', () => {
  let attributes: unknown = 'deep'; // as an identity provider may send it
  for (let depth = 0; depth < 1500; depth++) attributes = [attributes];
  events.add('u1', 1, 'user.login', { uid: 'u1', attributes });
  events.add('u2', 2, 'session.end', { uid: 'u2', sid: 's' });
  expect(events.before(10, undefined, 5).map(({ sid }) => sid)).toEqual([null, 's']);
});
