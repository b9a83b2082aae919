// Rules of the map (docs/architecture.md) that imports alone do not show.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Sources below the directories, tests left out. */
const filesIn = (...directories: string[]): string[] =>
  directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$/.test(file))
      .map((file) => join(directory, file)),
  );
/** 300 is the aim; the rest is room for a reason. */
const LINES_MAX = 350;
const read = (file: string): string => readFileSync(file, 'utf8');
const without = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

const descriptors = filesIn('src/descriptors').filter((file) => file.includes('.descriptor.'));
const names = descriptors.map((file) => /(\w+)\.descriptor/.exec(file)?.[1] ?? '');

test('a descriptor is data: no component, no hook, no call', () => {
  for (const file of descriptors) {
    expect(file.endsWith('.ts')).toBe(true);
    expect(without(read(file)), file).not.toMatch(/from 'react|\buse[A-Z]\w*\(|\bfetch\(|\bcall\(/);
  }
});

test('every descriptor has an answer of a server for its tests', () => {
  for (const name of names) expect(existsSync(`tests/fixtures/lists/${name}.json`), name).toBe(true);
});

/**
 * Where one resource is meant and may be named: what is known of a kind of document, the parts that descriptors name in
 * their own fields, and the check of access, which is about people and their roles.
 */
const MEANT = ['yaml/kinds', 'panels', 'dialogs', 'bulk/effects', 'access', 'locks'].map(
  (room) => `src/resources/${room}/`,
);

test('no generator knows a resource by its name', () => {
  // Icons go by words that resources have too, and a browser has locks of its own.
  const named = new RegExp(`(?<!icon(: |=|=\\{)|TabChannel\\[)['"\`](${names.join('|')})['"\`](?! in navigator)`);
  const rooms = ['resources', 'dataProvider', 'app/palette'].map((room) => `src/${room}`);
  const generators = filesIn(...rooms).filter((file) => !MEANT.some((room) => file.startsWith(room)));
  expect(generators.length).toBeGreaterThan(150);
  for (const file of generators) expect(without(read(file)), file).not.toMatch(named);
});

test('codecs, calls, rules and declarations know nothing of React', () => {
  for (const file of filesIn(
    ...['lib', 'wire', 'access', 'api', 'descriptors', 'dataProvider', 'schemas'].map((room) => `src/${room}`),
  )) {
    expect(file.endsWith('.tsx'), file).toBe(false);
    expect(without(read(file)), file).not.toMatch(/from 'react'/);
  }
});

test('a link looks like one', () => {
  // The base takes colour and line from all of them. These two are styled by what they stand in.
  const styled = ['src/resources/Crumbs.tsx', 'src/resources/joinedServers/TokenUsesDialog.tsx'];
  const plain = /<(a|Link)\s(?!([^>]|=>)*?(className|\{\.\.\.))/;
  expect(filesIn('src').filter((file) => plain.test(read(file)))).toEqual(styled);
});

test('colours come from the tokens', () => {
  const colour = /(['"`])#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\1|['"`][^'"`\n]*\brgba?\(/i;
  expect("look = '#c0ffee'").toMatch(colour);
  expect('look = `1px solid rgba(0, 0, 0, 0.5)`').toMatch(colour);
  for (const file of filesIn('src', 'gateway')) expect(without(read(file)), file).not.toMatch(colour);
});

test('no file only passes others on', () => {
  for (const file of filesIn('src', 'gateway'))
    expect(
      without(read(file))
        .replaceAll(/^(import|export) [^;]*? from '[^']*';$/gm, '')
        .trim(),
      file,
    ).not.toBe('');
});

test('a file is one idea: it ends where a second one begins', () => {
  const long = filesIn('src', 'gateway')
    .map((file) => [file, read(file).split('\n').length] as const)
    .filter(([, lines]) => lines > LINES_MAX);
  expect(long).toEqual([]);
});

test('a default export is loaded on demand, or collected by its file name', () => {
  const isCollected = (file: string): boolean => /\.(descriptor|kind)\.ts$/.test(file);
  const files = filesIn('src');
  const loaded = new Set(
    files.flatMap((file) =>
      [...read(file).matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) => path.split('/').at(-1)),
    ),
  );
  for (const file of files)
    if (/^export default /m.test(read(file)) && !isCollected(file))
      expect(loaded, file).toContain(file.split('/').at(-1));
});
