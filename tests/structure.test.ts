// Rules of docs/architecture.md that an import check does not cover.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Sources below the directories, without tests. */
const filesIn = (...directories: string[]): string[] =>
  directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$/.test(file))
      .map((file) => join(directory, file)),
  );
/** The aim is 300. The difference is a margin for justified cases. */
const LINES_MAX = 350;
const read = (file: string): string => readFileSync(file, 'utf8');
const without = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

const descriptors = filesIn('src/descriptors').filter((file) => file.includes('.descriptor.'));
const names = descriptors.map((file) => /(\w+)\.descriptor/.exec(file)?.[1] ?? '');

test('descriptors contain no components, hooks or calls', () => {
  for (const file of descriptors) {
    expect(file.endsWith('.ts')).toBe(true);
    expect(without(read(file)), file).not.toMatch(/from 'react|\buse[A-Z]\w*\(|\bfetch\(|\bcall\(/);
  }
});

test("every descriptor has a fixture with a server's answer", () => {
  for (const name of names) expect(existsSync(`tests/fixtures/lists/${name}.json`), name).toBe(true);
});

/**
 * Directories that may name a resource: kinds of documents, the parts that descriptors name in their own fields, and
 * the access check, which is about users and their roles.
 */
const MAY_NAME_RESOURCES = ['yaml/kinds', 'panels', 'dialogs', 'bulk/effects', 'access', 'locks'].map(
  (room) => `src/resources/${room}/`,
);

test('generators do not name a resource', () => {
  // Icons have names that resources also have, and the browser has its own locks.
  const named = new RegExp(`(?<!icon(: |=|=\\{)|TabChannel\\[)['"\`](${names.join('|')})['"\`](?! in navigator)`);
  const rooms = ['resources', 'dataProvider', 'app/palette'].map((room) => `src/${room}`);
  const generators = filesIn(...rooms).filter((file) => !MAY_NAME_RESOURCES.some((room) => file.startsWith(room)));
  expect(generators.length).toBeGreaterThan(150);
  for (const file of generators) expect(without(read(file)), file).not.toMatch(named);
});

test('codecs, API calls, rules and declarations do not import React', () => {
  for (const file of filesIn(
    ...['lib', 'wire', 'access', 'api', 'descriptors', 'dataProvider', 'schemas'].map((room) => `src/${room}`),
  )) {
    expect(file.endsWith('.tsx'), file).toBe(false);
    expect(without(read(file)), file).not.toMatch(/from 'react'/);
  }
});

test('links without a class keep the base style of links', () => {
  // The base style of links sets colour and underline. The style of these two is that of their container.
  const styled = ['src/resources/Crumbs.tsx', 'src/resources/joinedServers/TokenUsesDialog.tsx'];
  const plain = /<(a|Link)\s(?!([^>]|=>)*?(className|\{\.\.\.))/;
  expect(filesIn('src').filter((file) => plain.test(read(file)))).toEqual(styled);
});

test('colours are written only as tokens', () => {
  const colour = /(['"`])#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\1|['"`][^'"`\n]*\brgba?\(/i;
  expect("look = '#c0ffee'").toMatch(colour);
  expect('look = `1px solid rgba(0, 0, 0, 0.5)`').toMatch(colour);
  for (const file of filesIn('src', 'gateway')) expect(without(read(file)), file).not.toMatch(colour);
});

test('no file only re-exports others', () => {
  for (const file of filesIn('src', 'gateway'))
    expect(
      without(read(file))
        .replaceAll(/^(import|export) [^;]*? from '[^']*';$/gm, '')
        .trim(),
      file,
    ).not.toBe('');
});

test('no file is longer than the maximum', () => {
  const long = filesIn('src', 'gateway')
    .map((file) => [file, read(file).split('\n').length] as const)
    .filter(([, lines]) => lines > LINES_MAX);
  expect(long).toEqual([]);
});

test('default exports are loaded on demand or collected by file name', () => {
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
