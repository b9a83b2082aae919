import { expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';

const click = (event: string) => ({ timeMs: 1, user: 'mara', event, detail: {} });

test('stores the details of an event, and returns the newest events first in pages', () => {
  const { usageEvents: events } = memoryStores();
  for (const name of ['a', 'b', 'c']) events.add({ ...click(name), detail: { alert: name } });
  const [newest, second] = events.page(2);
  expect([newest?.event, second?.event]).toEqual(['c', 'b']);
  expect(newest?.detail).toEqual({ alert: 'c' });
  expect(events.page(2, second?.id).map(({ event }) => event)).toEqual(['a']);
});

test('removes the oldest events above one hundred thousand', () => {
  const { db, usageEvents: events } = memoryStores();
  // These rows are inserted with one statement: a hundred thousand single inserts would be slow.
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 101999)
    INSERT INTO usage_events (time_ms, user, event, document) SELECT i, 'mara', 'old', '{}' FROM n`);
  events.add(click('newest'));
  expect(db.get<{ n: number }>('SELECT count(*) AS n FROM usage_events')?.n).toBe(100_000);
  expect(events.page(1)[0]?.event).toBe('newest');
});
