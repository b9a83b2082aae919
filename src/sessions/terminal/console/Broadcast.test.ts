import { expect, test } from 'vitest';
import { Broadcast } from './Broadcast.ts';

test('input of a receiver goes to all of them, that of others to itself', () => {
  const broadcast = new Broadcast();
  broadcast.begin([1, 2, 3]);
  expect(broadcast.targets(2)).toEqual([1, 2, 3]);
  expect(broadcast.targets(4)).toEqual([4]);
  broadcast.end();
  expect(broadcast.targets(2)).toEqual([2]);
});

test('one alone is no broadcast', () => {
  const broadcast = new Broadcast();
  broadcast.begin([1]);
  expect(broadcast.receivers.get().size).toBe(0);
});

test('it ends when one of them goes, not when another pane does', () => {
  const broadcast = new Broadcast();
  broadcast.begin([1, 2]);
  broadcast.retainPanes([1, 2]);
  expect(broadcast.receivers.get().size).toBe(2);
  broadcast.retainPanes([2, 3]);
  expect(broadcast.receivers.get().size).toBe(0);
});
