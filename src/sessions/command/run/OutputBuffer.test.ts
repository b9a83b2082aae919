import { expect, test } from 'vitest';
import { utf8 } from '../../../lib/encoding.ts';
import { OutputBuffer, type Output, Fingerprint } from './OutputBuffer.ts';

const textOf = (pieces: Output['head']): string => pieces.map(({ text }) => text).join('');

test('keeps the order of stdout and stderr, and joins adjacent chunks of the same source', () => {
  const buffer = new OutputBuffer();
  for (const [source, text] of [
    ['stdout', 'a\n'],
    ['stdout', 'b\n'],
    ['stderr', 'odd\n'],
    ['stdout', 'c\n'],
  ] as const)
    buffer.push(source, utf8(text));
  expect(buffer.get()).toEqual({
    head: [
      { id: 0, source: 'stdout', text: 'a\nb\n' },
      { id: 1, source: 'stderr', text: 'odd\n' },
      { id: 2, source: 'stdout', text: 'c\n' },
    ],
    leftOut: { bytes: 0, lines: 0 },
    tail: [],
  });
});

test('joins a character that is split over two frames, also with output of the other source in between', () => {
  const buffer = new OutputBuffer();
  buffer.push('stdout', Uint8Array.of(0xe2));
  buffer.push('stderr', utf8('é'));
  buffer.push('stdout', Uint8Array.of(0x82, 0xac));
  expect(buffer.get().head).toEqual([
    { id: 0, source: 'stderr', text: 'é' },
    { id: 1, source: 'stdout', text: '€' },
  ]);
});

test('replaces an incomplete character at the end of the output', () => {
  const buffer = new OutputBuffer();
  buffer.push('stdout', Uint8Array.of(0x61, 0xe2, 0x82));
  buffer.end();
  expect(textOf(buffer.get().head)).toBe('a\ufffd');
});

test('keeps the first and last part of long output, and counts the omitted bytes and lines', () => {
  const buffer = new OutputBuffer();
  const line = (n: number) => `line ${n} €\n`;
  let bytes = 0;
  for (let from = 0; from < 60_000; from += 100) {
    const chunk = utf8(Array.from({ length: 100 }, (_, i) => line(from + i)).join(''));
    bytes += chunk.length;
    buffer.push('stdout', chunk);
  }
  const { head, leftOut, tail } = buffer.get();
  expect(textOf(head).startsWith(line(0) + line(1))).toBe(true);
  expect(textOf(tail).endsWith(line(59_998) + line(59_999))).toBe(true);
  const kept = utf8(textOf(head) + textOf(tail)).length;
  expect(kept).toBeLessThan(300_000);
  expect(kept + leftOut.bytes).toBe(bytes);
  expect((textOf(head) + textOf(tail)).split('\n').length - 1 + leftOut.lines).toBe(60_000);
});

test('truncates a single very long line between characters', () => {
  const buffer = new OutputBuffer();
  buffer.push('stdout', utf8(`x${'😀'.repeat(400_000)}`));
  const { head, leftOut, tail } = buffer.get();
  expect(leftOut.bytes % 4).toBe(0);
  for (const { text } of [...head, ...tail]) expect(text).not.toMatch(/\p{Surrogate}/u);
  expect(utf8(textOf(head) + textOf(tail)).length + leftOut.bytes).toBe(1_600_001);
});

test('notifies listeners of each change, and returns the same snapshot until the next change', () => {
  const buffer = new OutputBuffer();
  let changes = 0;
  buffer.subscribe(() => changes++);
  expect(buffer.get()).toBe(buffer.get());
  const before = buffer.get();
  buffer.push('stdout', utf8('a'));
  expect(changes).toBe(1);
  expect(buffer.get()).not.toBe(before);
  expect(before.head).toEqual([]);
});

test('splits pieces at line ends where possible, and keeps the id of a growing piece', () => {
  const buffer = new OutputBuffer();
  buffer.push('stdout', utf8('begun, '));
  const [first] = buffer.get().head;
  buffer.push('stdout', utf8(`ended\n${'some line\n'.repeat(3000)}`));
  const { head } = buffer.get();
  expect(head[0]?.id).toBe(first?.id);
  expect(head[0]?.text.startsWith('begun, ended\n')).toBe(true);
  expect(head.length).toBeGreaterThan(3);
  for (const { text } of head) expect(text.endsWith('\n')).toBe(true);
});

test('limits the number of pieces if the source changes with every character', () => {
  const buffer = new OutputBuffer();
  for (let i = 0; i < 20_000; i++) buffer.push(i % 2 ? 'stdout' : 'stderr', utf8('x'));
  const { head, tail, leftOut } = buffer.get();
  expect(head.length + tail.length).toBeLessThan(4500);
  expect(head.length + tail.length + leftOut.bytes).toBe(20_000);
});

const of = (...texts: string[]): string => {
  const print = new Fingerprint();
  for (const text of texts) print.add(utf8(text));
  return print.text;
};

test('the fingerprint does not depend on the frames', () => expect(of('up 3 da', '', 'ys\n')).toBe(of('up 3 days\n')));

test('the fingerprint depends on each character, their order and null bytes', () => {
  const texts = ['', '\0', '\0\0', 'ab', 'ba', 'abc', 'abd', `${'x'.repeat(10_000)}1`, `${'x'.repeat(10_000)}2`];
  expect(new Set(texts.map((text) => of(text))).size).toBe(texts.length);
});

test('the fingerprints of 100,000 similar outputs differ', () => {
  const prints = new Set<string>();
  for (let i = 0; i < 100_000; i++) prints.add(of(`node ${i}\n`));
  expect(prints.size).toBe(100_000);
});
