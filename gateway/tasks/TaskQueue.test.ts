import { expect, test } from 'vitest';
import { TaskQueue } from './TaskQueue.ts';

const queued = (...items: string[]) => {
  const queue = new TaskQueue<string>();
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
};

test('serves users in turn, regardless of how many items each has queued', () => {
  const queue = queued('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  const order: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) {
    order.push(next.item);
    queue.done(next.user);
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('runs one item of a user at a time', () => {
  const queue = queued('a1', 'a2', 'b1');
  expect(queue.next()?.item).toBe('a1');
  expect(queue.next()?.item).toBe('b1');
  expect(queue.isReady).toBe(false);
  queue.done('b');
  expect(queue.next()).toBeUndefined();
  queue.done('a');
  expect(queue.next()?.item).toBe('a2');
});

test('a removed item leaves the queue', () => {
  const queue = queued('a1', 'a2');
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.waitingOf('a')).toBe(1);
  expect(queue.clear()).toEqual(['a2']);
  expect(queue.isReady).toBe(false);
});
