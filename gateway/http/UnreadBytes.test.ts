import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { UNREAD } from './limits.ts';
import { countUnread, UnreadBytes } from './UnreadBytes.ts';

function receiving() {
  const unread = new UnreadBytes();
  const dropped: string[] = [];
  const open = (user: string, name: string) => unread.open(user, () => dropped.push(name));
  return { dropped, open };
}

test('above the limit of a user, the largest stream of the user is dropped', () => {
  const { dropped, open } = receiving();
  const [small, large, other] = [open('ann', 'small'), open('ann', 'large'), open('bob', 'other')];
  other.set(UNREAD.bytesOfUser);
  small.set(1);
  large.set(UNREAD.bytesOfUser - 1);
  expect(dropped).toEqual([]);
  small.set(2);
  expect(dropped).toEqual(['large']);
  large.set(UNREAD.bytesOfUser);
  small.set(UNREAD.bytesOfUser);
  expect(dropped).toEqual(['large']);
});

test('above the total limit, the user with the most bytes loses a stream', () => {
  const { dropped, open } = receiving();
  const full = Math.floor(UNREAD.bytes / UNREAD.bytesOfUser);
  for (let i = 0; i < full; i++) open(`user-${i}`, `of user-${i}`).set(UNREAD.bytesOfUser - i);
  open('zoe', 'of zoe').set(UNREAD.bytesOfUser / 2);
  expect(dropped).toEqual(['of user-0']);
});

test('a complete stream no longer counts', () => {
  const { dropped, open } = receiving();
  for (let i = 0; i < UNREAD.streamsOfUser + 10; i++) {
    const { set, release } = open('ann', 'body');
    set(UNREAD.bytesOfUser);
    release();
    release();
  }
  expect(dropped).toEqual([]);
});

test('a user has a limited number of open streams', () => {
  const { open } = receiving();
  const all = Array.from({ length: UNREAD.streamsOfUser }, () => open('ann', 'socket'));
  expect(() => open('ann', 'socket')).toThrow('too many requests and sockets are open');
  open('bob', 'socket');
  all[0]?.release();
  open('ann', 'socket');
});

test('a websocket counts the bytes since its last message, without control frames', () => {
  const [connection, socket] = [new EventEmitter(), new EventEmitter()];
  let counted = 0;
  countUnread(connection as never, socket as never, (bytes) => (counted = bytes));
  const receive = (bytes: number) => connection.emit('data', Buffer.alloc(bytes));
  receive(1000);
  receive(500);
  expect(counted).toBe(1500);
  receive(8);
  socket.emit('pong', Buffer.alloc(2));
  expect(counted).toBe(1500);
  socket.emit('message', Buffer.alloc(1490));
  expect(counted).toBe(0);
  receive(10);
  expect(counted).toBe(10);
});

test('a websocket counts the memory of thousands of chunks until the frame is complete', () => {
  const [connection, socket] = [new EventEmitter(), new EventEmitter()];
  let counted = 0;
  countUnread(connection as never, socket as never, (bytes) => (counted = bytes));
  const receive = (count: number) => {
    for (let i = 0; i < count; i++) connection.emit('data', Buffer.alloc(1));
  };
  receive(10_000);
  expect(counted).toBeGreaterThan(2_000_000);
  socket.emit('ping', Buffer.alloc(0));
  receive(1);
  expect(counted).toBeLessThan(20_000);
  receive(10_000);
  socket.emit('message', Buffer.alloc(0));
  expect(counted).toBe(0);
});
