// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { beforeEach, expect, test, vi } from 'vitest';
import { Finder } from './Finder.ts';
import type { Match } from './find/matchInWorker.ts';
import { matchLines } from './find/matchLines.ts';

// The browser of the tests has no style sheets.
vi.mock('../../../ui/theme.ts', () => ({
  readColours: () =>
    new Map([
      [1, 'rgb(1, 2, 3)'],
      [2, 'rgb(4, 5, 6)'],
    ]),
}));

const PLAIN = { isRegExp: false, matchesCase: false };
const REGEXP = { isRegExp: true, matchesCase: false };
const match: Match = async (job) => matchLines(job);

let terminal: Terminal;
let finder: Finder;
const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
const found = () => finder.found.get();
const selected = () => [terminal.getSelection(), terminal.getSelectionPosition()?.start.y];

beforeEach(() => {
  terminal = new Terminal({ cols: 20, rows: 5, scrollback: 1000, allowProposedApi: true });
  terminal.open(document.body.appendChild(document.createElement('div')));
  finder = new Finder(terminal, match);
});

test('searches backward from the end and forward, and wraps around', async () => {
  await write('alpha one\r\nbeta two\r\nAlpha three\r\n');
  await finder.find('alpha', PLAIN, 'backward');
  expect(found()).toEqual({ kind: 'found', at: 2, count: 2 });
  expect(selected()).toEqual(['Alpha', 2]);
  await finder.find('alpha', PLAIN, 'backward');
  expect(selected()).toEqual(['alpha', 0]);
  await finder.find('alpha', PLAIN, 'backward');
  expect(found()).toMatchObject({ at: 2 });
  await finder.find('alpha', PLAIN, 'forward');
  expect(found()).toMatchObject({ at: 1 });
  await finder.find('alpha', { ...PLAIN, matchesCase: true }, 'backward');
  expect(found()).toEqual({ kind: 'found', at: 1, count: 1 });
});

test('keeps its match when the text is extended, and reports an invalid regular expression', async () => {
  await write('abc\r\nabd\r\nabe\r\n');
  await finder.find('ab', PLAIN, 'backward');
  await finder.find('ab', PLAIN, 'backward');
  await finder.find('abd', PLAIN, 'backward');
  expect(selected()).toEqual(['abd', 1]);
  await finder.find('(', REGEXP, 'backward');
  expect(found()).toMatchObject({ kind: 'faulty' });
  await finder.find('(', PLAIN, 'backward');
  expect(found()).toEqual({ kind: 'found', at: 0, count: 0 });
});

test('finds text in wrapped lines and wide characters', async () => {
  await write(`${'x'.repeat(18)}needle日本 end\r\n`);
  await finder.find('needle', PLAIN, 'backward');
  expect(terminal.getSelection()).toBe('needle');
  await finder.find('本', PLAIN, 'backward');
  expect(terminal.getSelection()).toBe('本');
  await finder.find('^x+needle.*end$', REGEXP, 'backward');
  expect(found()).toMatchObject({ count: 1 });
});

test('counts all matches, highlights those on the screen, and scrolls to the current match', async () => {
  await write(Array.from({ length: 900 }, (_, i) => `hit ${i} hit\r\n`).join(''));
  const marks: number[] = [];
  terminal.registerDecoration = ({ marker }) => {
    marks.push(marker.line);
    return undefined;
  };
  await finder.find('hit', PLAIN, 'backward');
  expect(found()).toEqual({ kind: 'found', at: 1800, count: 1800 });
  const { viewportY } = terminal.buffer.active;
  expect(new Set(marks)).toEqual(new Set([0, 1, 2, 3].map((n) => viewportY + n)));
  await finder.find('hit 7 ', PLAIN, 'backward');
  expect(selected()).toEqual(['hit 7 ', 7]);
});

test('reports a slow search, and can search again', async () => {
  let isSlow = true;
  finder = new Finder(terminal, async (job) => (isSlow ? undefined : matchLines(job)));
  await write('some words 1\r\n');
  await finder.find('(\\w+\\s*)+\\d$', REGEXP, 'backward');
  expect(found()).toEqual({ kind: 'slow' });
  isSlow = false;
  await finder.find('words', PLAIN, 'backward');
  expect(found()).toEqual({ kind: 'found', at: 1, count: 1 });
});
