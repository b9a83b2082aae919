import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RfbClipboard } from './RfbClipboard.ts';

function clipboard() {
  const sent: Buffer[] = [];
  const events = { clipboard: () => undefined, clipboardSkipped: () => undefined };
  const made = new RfbClipboard((message) => sent.push(Buffer.from(message)), events);
  return { made, sent };
}
const CAPS = Buffer.from([0x01, 0, 0, 1]);

test.each([
  ['Latin-1', 'Grüße\n', 'Grüße\n'],
  ['other scripts', '日本 €', '?? ?'],
  ['characters of two UTF-16 units', 'a😀b𝄞', 'a?b?'],
])('a server without the clipboard extension gets exactly the announced number of bytes: %s', (_, text, expected) => {
  const { made, sent } = clipboard();
  made.set(text);
  const [message = Buffer.alloc(0)] = sent;
  expect(message.subarray(8).toString('latin1')).toBe(expected);
  expect(message.readInt32BE(4)).toBe(message.length - 8);
});

test('a server with the clipboard extension is notified of a text', () => {
  const { made, sent } = clipboard();
  made.readExtended(CAPS);
  made.set('😀');
  expect(sent.map((message) => message.readInt32BE(4))).toEqual(sent.map((message) => 8 - message.length));
  expect(sent.at(-1)?.toString('hex', 8)).toBe('08000001');
});

test('a server with the clipboard extension gets the text on request, with a zero and Windows line ends', () => {
  const { made, sent } = clipboard();
  made.readExtended(CAPS);
  made.set('a\n😀');
  made.readExtended(Buffer.from([0x02, 0, 0, 1]));
  const provided = sent.at(-1) ?? Buffer.alloc(0);
  expect(provided.toString('hex', 8, 12)).toBe('10000001');
  const content = inflateSync(provided.subarray(12));
  expect([content.readUInt32BE(), content.toString('utf8', 4)]).toEqual([content.length - 4, 'a\r\n😀\0']);
});
