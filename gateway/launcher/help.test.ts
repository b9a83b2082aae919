import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { START_FLAGS } from './flags.mjs';
import { helpTable } from './help.mjs';

test('docs/configuration.md shows the flags of the launcher', () => {
  const docs = readFileSync('docs/configuration.md', 'utf8');
  const shown = /<!-- flags -->\n([^]*)<!-- \/flags -->/.exec(docs)?.[1] ?? '';
  expect(cells(shown)).toEqual(cells(helpTable(START_FLAGS)));
});

/** A formatter may align the columns. */
const cells = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '---')));
