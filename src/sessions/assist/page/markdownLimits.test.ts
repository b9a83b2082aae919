import { expect, test } from 'vitest';
import { isTooComplex } from './markdownLimits.ts';

const CHARS = 32_000;
const fill = (text: string): string => text.repeat(Math.ceil(CHARS / text.length)).slice(0, CHARS);
const table = (columns: number, rows: number, row = '|\n', lead = '', end = '\n') =>
  `${lead}${'|a'.repeat(columns)}|${end}${lead}${'|-'.repeat(columns)}|${end}${(lead + row).repeat(rows)}`;

test.each([
  '- ',
  '+ ',
  '* ',
  '1. ',
  '1) ',
  '>',
  '> ',
  '- > ',
  '*',
  '[',
  '![',
  '[]',
  '*a **b ',
  '_a ',
  '`a ',
  '~a ',
  '<a ',
])('shows text that repeats %j as plain text', (text) => expect(isTooComplex(fill(text))).toBe(true));

test.each([
  '- a\n',
  'a\n',
  'a\r',
  '# a\n',
  '[a](b) ',
  '[^a] ',
  'a@b.c ',
  'www.a ',
  'http://a ',
  'a\n=\n',
  '&amp;',
  '|',
])('shows text that repeats %j as plain text', (text) => expect(isTooComplex(fill(text))).toBe(true));

test.each([
  ['a wide table with short rows', table(500, 300)],
  ['with rows without a bar', table(500, 300, 'a\n')],
  ['in a quote', table(500, 300, '|\n', '> ')],
  ['in a list', `- ${table(500, 300, '|\n', '  ')}`],
  ['with other line ends', table(300, 300, 'a\r', '', '\r')],
  ['levels over several lines', Array.from({ length: 80 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n')],
  ['levels by tabs', Array.from({ length: 80 }, (_, i) => `${'\t'.repeat(i)}-\ta`).join('\n')],
  ['a long text', 'a '.repeat(25_001)],
])('shows as plain text: %s', (_, text) => expect(isTooComplex(text)).toBe(true));

test.each([
  ['prose', 'Some *words* with `code`, see https://example.test/x for more (or not).\n\n'.repeat(150)],
  ['a list', '- **name**: what `it` is\n  1. and more\n'.repeat(60)],
  ['a table', `${table(8, 60, '| a | b | c | d | e | f | g | h |\n')}\n${table(3, 40)}`],
  ['two tables', `${table(10, 100)}\ntext\n\n${table(10, 85)}`],
  ['code', '```sh\nfor i in $(seq 1 9); do echo "$i" | grep -v "[a-z]*" >> out; done\n```\n'.repeat(50)],
  ['a quote', '> > 1. - text\n'.repeat(100)],
  ['rules and indentation', `---\n${' '.repeat(80)}a\n- a\n`],
])('formats: %s', (_, text) => expect(isTooComplex(text)).toBe(false));
