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
