// Servers that send invalid data.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { Random } from '../../../tests/support/random.ts';
import { RfbClient, type ClientEnd, type ClientEvents } from './RfbClient.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const u16 = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16((value >>> 16) & 0xffff, value & 0xffff));
const VERSION = [...Buffer.from('RFB 003.008\n')];
const SECURITY = [1, 1, ...u32(0)];
const init = (width: number, height: number) => [
  ...u16(width, height),
  ...Array.from({ length: 16 }, () => 0),
  ...u32(0),
];
const HELLO = [...VERSION, ...SECURITY, ...init(64, 64)];
const update = (x: number, y: number, width: number, height: number, encoding: number, ...data: number[]) => [
  ...[0, 0, ...u16(1), ...u16(x, y, width, height), ...u32(encoding)],
  ...data,
];

type Options = { credits?: number; closes?: boolean; events?: Partial<ClientEvents> };

/** The result for a client whose server sends these bytes at once and closes if `closes`. */
async function endOf(bytes: readonly number[], options: Options = {}): Promise<ClientEnd> {
  const { credits = 1, closes = true, events } = options;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(Buffer.from(bytes));
    // The client answers before it reads further: a server that closes at once would be another case.
    if (closes) setTimeout(() => socket.end(), 100);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return new Promise((resolve) => {
    const nothing = () => undefined;
    const ignored = {
      opened: nothing,
      resized: nothing,
      picture: nothing,
      clipboard: nothing,
      clipboardSkipped: nothing,
      roundTrip: nothing,
    };
    const link = { size: { width: 64, height: 64 }, layout: undefined, hasOwnPointer: true };
    const target = { address: { host: '127.0.0.1', port } };
    const client = new RfbClient(target, link, { ...ignored, ...events, ended: resolve });
    for (let credit = 0; credit < credits; credit++) client.next();
  });
}

const bomb = [...deflateSync(Buffer.alloc(40_000_000))];

test.each([
  ['another protocol', [...Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')], 'does not speak VNC'],
  ['a refusal', [...VERSION, 0, ...u32(4), ...Buffer.from('full')], 'refused the connection: full'],
  ['an endless refusal', [...VERSION, 0, ...u32(0xffffffff)], 'a text of 4294967295 bytes'],
  ['no known security', [...VERSION, 1, 5], 'offers only kinds of sign-in that the gateway does not have (5)'],
  ['a screen too wide', [...VERSION, ...SECURITY, ...init(8193, 1)], 'a screen of 8193 × 1 pixels'],
  ['a screen too large', [...VERSION, ...SECURITY, ...init(8192, 8192)], 'a screen of 8192 × 8192 pixels'],
  ['an empty screen', [...VERSION, ...SECURITY, ...init(0, 5)], 'a screen of 0 × 5 pixels'],
  ['an unknown message', [...HELLO, 99], 'a message of type 99'],
  ['an unknown encoding', [...HELLO, ...update(0, 0, 1, 1, 6)], 'an encoding 6'],
  ['a rectangle outside', [...HELLO, ...update(60, 0, 5, 1, 0)], 'a rectangle outside of the screen'],
  ['a copy from outside', [...HELLO, ...update(0, 0, 5, 1, 1, ...u16(60, 0))], 'a copy from outside'],
  ['a resize too large', [...HELLO, ...update(0, 0, 9000, 9000, -223)], 'a screen of 9000 × 9000 pixels'],
  ['a pointer too large', [...HELLO, ...update(0, 0, 9000, 9000, -239)], 'a pointer of 9000 × 9000 pixels'],
  ['a Tight picture in JPEG', [...HELLO, ...update(0, 0, 1, 1, 7, 0x90)], 'in JPEG or PNG'],
  ['broken zlib data', [...HELLO, ...update(0, 0, 8, 8, 16, ...u32(4), 1, 2, 3, 4)], 'broken zlib data'],
  ['a zip bomb', [...HELLO, ...update(0, 0, 1, 1, 16, ...u32(bomb.length), ...bomb)], 'zlib data that are too long'],
  ['a fence too long', [...HELLO, 248, 0, 0, 0, ...u32(0), 65], 'a fence of 65 bytes'],
  ['an update cut off', [...HELLO, ...update(0, 0, 8, 8, 0, 1, 2, 3)], 'closed the connection'],
])('%s ends the session with a reason', async (_, bytes, text) => {
  expect(await endOf(bytes)).toEqual({ kind: 'failed', text: expect.stringContaining(text) });
});

test.each([
  ['Too many security failures', ': Too many security failures.'],
  ['Come back later.', ': Come back later.'],
  ['', '.'],
])('a refusal with %j becomes one sentence', async (text, end) => {
  const refusal = [...VERSION, 0, ...u32(text.length), ...Buffer.from(text)];
  const sentence = new RegExp(`^the VNC server at 127\\.0\\.0\\.1:\\d+ refused the connection${end}$`);
  expect(await endOf(refusal)).toEqual({ kind: 'failed', text: expect.stringMatching(sentence) });
});

test('a picture that was not requested ends the session', async () => {
  const pixel = update(0, 0, 1, 1, 0, 1, 2, 3, 4);
  expect(await endOf([...HELLO, ...pixel], { credits: 0 })).toMatchObject({
    text: expect.stringContaining('a picture that was not asked for'),
  });
});

test('an endless update ends the session', async () => {
  const fill = [...u16(0, 0, 64, 64), ...u32(7), 0x80, 1, 2, 3];
  const fills = Array.from({ length: 20 }, () => fill).flat();
  expect(await endOf([...HELLO, 0, 0, ...u16(0xffff), ...fills])).toMatchObject({
    text: expect.stringContaining('an update without end'),
  });
});

const sizes = (count: number, encoding = -223) =>
  Array.from({ length: count }, (_, n) => [
    ...u16(0, 0, 65 + (n % 2), 64),
    ...u32(encoding),
    ...(encoding === -308 ? [0, 0, 0, 0] : []),
  ]);
const updateOf = (rectangles: readonly number[][]) => [0, 0, ...u16(rectangles.length), ...rectangles.flat()];

test.each([
  ['DesktopSize', -223],
  ['ExtendedDesktopSize', -308],
])('an update with too many %s rectangles ends the session', async (_, encoding) => {
  expect(await endOf([...HELLO, ...updateOf(sizes(33, encoding))])).toMatchObject({
    text: expect.stringContaining('an update with too many sizes of the screen'),
  });
});

test('reports only the last size in an update', async () => {
  const reported: number[] = [];
  const events = { resized: ({ width }: { width: number }) => reported.push(width) };
  await endOf([...HELLO, ...updateOf(sizes(5)), ...updateOf(sizes(2)), ...updateOf(sizes(1))], { events });
  expect(reported).toEqual([65, 66, 65]);
});

/** How often something is reported in the first second of a server that sends it continuously. */
async function reportsOf(bytes: readonly number[], watch: (count: () => void) => Partial<ClientEvents>) {
  let count = 0;
  const end = endOf([...HELLO, ...bytes], { closes: false, events: watch(() => count++) });
  await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 1000))]);
  return count;
}

test('slows down a server that changes the size in each update', async () => {
  const updates = sizes(5000).flatMap((size) => updateOf([size]));
  expect(await reportsOf(updates, (count) => ({ resized: count }))).toBeLessThan(60);
  const pixel = [...u16(0, 0, 1, 1), ...u32(0), 1, 2, 3, 4];
  const withPictures = sizes(5000).flatMap((size) => updateOf([size, pixel]));
  expect(await reportsOf(withPictures, (count) => ({ resized: count }))).toBeLessThan(60);
});

test('slows down a server that sends clipboard texts continuously', async () => {
  const text = [3, 0, 0, 0, ...u32(1), 65];
  const texts = Array.from({ length: 20_000 }, () => text).flat();
  const reports = await reportsOf(texts, (count) => ({ clipboard: count }));
  expect(reports).toBeGreaterThan(50);
  expect(reports).toBeLessThan(250);
});

test('slows down a server that sends long clipboard texts in short messages', async () => {
  const data = deflateSync(Buffer.concat([Buffer.from(u32(500_001)), Buffer.alloc(500_000, 'a'), Buffer.of(0)]));
  const text = [3, 0, 0, 0, ...u32(-(4 + data.length)), ...u32(0x10000001), ...data];
  const texts = Array.from({ length: 300 }, () => text).flat();
  const reports = await reportsOf(texts, (count) => ({ clipboard: count }));
  expect(reports).toBeGreaterThan(0);
  expect(reports).toBeLessThan(50);
});

test('slows down a server that sends pointers continuously', async () => {
  const pointer = [...u16(0, 0, 1, 1), ...u32(-239), 1, 2, 3, 4, 255];
  const pointers = updateOf(Array.from({ length: 2000 }, () => pointer));
  const end = endOf([...HELLO, ...pointers, 99]);
  expect(await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 2000))])).toBeUndefined();
});

test('reports the time since an unanswered fence as the round trip', async () => {
  const reported: number[] = [];
  const request = [248, 0, 0, 0, ...u32(0x8000_0001), 0];
  void endOf([...HELLO, ...request], { closes: false, events: { roundTrip: (ms) => reported.push(ms) } });
  await expect.poll(() => reported, { timeout: 5000 }).toEqual([expect.toSatisfy((ms: number) => ms > 2900)]);
});

const MEGABYTE = 1024 * 1024;
const cutText = (length: number, text: Uint8Array) => [3, 0, 0, 0, ...u32(length), ...text];
const provided = (text: string) => {
  const data = deflateSync(Buffer.concat([Buffer.from(u32(text.length)), Buffer.from(text)]));
  return cutText(-4 - data.length, Buffer.concat([Buffer.from(u32(0x1000_0001)), data]));
};

test.each([
  ['1 MiB and more', cutText(MEGABYTE + 1, Buffer.alloc(MEGABYTE + 1, 'x')), MEGABYTE + 1],
  ['1 MiB and more in UTF-8', cutText(MEGABYTE, Buffer.alloc(MEGABYTE, 'ä', 'latin1')), 2 * MEGABYTE],
  ['more than is read', cutText(2 * MEGABYTE + 1, Buffer.alloc(2 * MEGABYTE + 1, 'x')), 2 * MEGABYTE + 1],
  ['the extended form', provided('x'.repeat(MEGABYTE + 1)), MEGABYTE + 1],
  ['the extended form, more than is inflated', provided('x'.repeat(9 * MEGABYTE)), 9 * MEGABYTE],
])('reports the length of a clipboard text that is too long: %s', async (_, message, bytes) => {
  const reported: (number | string)[] = [];
  const events = {
    clipboard: (text: string) => reported.push(text),
    clipboardSkipped: (length: number) => reported.push(length),
  };
  await endOf([...HELLO, ...message, ...cutText(1, Buffer.from('y'))], { events });
  expect(reported).toEqual([bytes, 'y']);
});

test('random and damaged streams end only with an error of the client', { timeout: 60_000 }, async () => {
  const random = new Random(5);
  const tight = deflateSync(Buffer.alloc(64 * 3));
  const parts = [
    update(0, 0, 8, 8, 5, 14, ...u32(0), ...u32(1), 1, 0, 0),
    update(0, 0, 8, 8, 7, 0x00, tight.length, ...tight),
    update(0, 0, 4, 4, 16, ...u32(12), ...deflateSync(Buffer.alloc(49)).subarray(0, 12)),
    update(1, 1, 4, 4, -239, ...Array.from({ length: 68 }, () => 255)),
    [3, 0, 0, 0, ...u32(3), 65, 66, 67],
    [3, 0, 0, 0, ...u32(-4), ...u32(0x0100_0001)],
    [248, 0, 0, 0, ...u32(0x8000_0001), 2, 1, 2],
    update(0, 0, 64, 64, -308, 1, 0, 0, 0, ...Array.from({ length: 16 }, () => 0)),
  ];
  const before = process.memoryUsage().arrayBuffers;
  let ends = 0;
  for (let round = 0; round < 120; round++) {
    const bytes = [...HELLO];
    for (let count = random.below(6); count >= 0; count--) bytes.push(...(parts[random.below(parts.length)] ?? []));
    const first = round % 2 === 0 ? HELLO.length : 12;
    for (let times = random.below(4); times >= 0; times--)
      bytes[first + random.below(bytes.length - first)] = random.below(256);
    const end = await Promise.race([endOf(bytes), new Promise<undefined>((resolve) => setTimeout(resolve, 1000))]);
    if (!end) continue; // the client waits for the rest of a message
    expect(end).toMatchObject({ kind: 'failed', text: expect.stringMatching(/^[Tt]he VNC server/) });
    ends++;
  }
  expect(ends).toBeGreaterThan(30);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300_000_000);
});
