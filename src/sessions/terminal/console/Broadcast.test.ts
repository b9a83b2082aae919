import { expect, test } from 'vitest';
import { Broadcast } from './Broadcast.ts';

test('sends the input of a receiver to all receivers, and other input only to its own pane', () => {
  const broadcast = new Broadcast();
  broadcast.begin([1, 2, 3]);
  expect(broadcast.targets(2)).toEqual([1, 2, 3]);
  expect(broadcast.targets(4)).toEqual([4]);
  broadcast.end();
  expect(broadcast.targets(2)).toEqual([2]);
});

test('needs at least two panes', () => {
  const broadcast = new Broadcast();
  broadcast.begin([1]);
  expect(broadcast.receivers.get().size).toBe(0);
});

test('ends when a receiver closes, but not when another pane closes', () => {
  const broadcast = new Broadcast();
  broadcast.begin([1, 2]);
  broadcast.retainPanes([1, 2]);
  expect(broadcast.receivers.get().size).toBe(2);
  broadcast.retainPanes([2, 3]);
  expect(broadcast.receivers.get().size).toBe(0);
});
