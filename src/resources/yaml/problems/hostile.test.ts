// Texts that no user would write. The check answers each within a second, with a message at a position, and never
// changes the text.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/support/cpuClock.ts';
import roleKind from '../kinds/role.kind.ts';
import { writeField } from '../form/useDocumentForm.ts';
import { loadSchemas } from '../schema/loadSchemas.ts';
import { checkDocument } from './checkDocument.ts';
import { pathText } from './problem.ts';

const schema = await loadSchemas('role', JSON.parse(readFileSync('src/schemas/role.schema.json', 'utf8')) as unknown);
const check = (text: string, name?: string) =>
  checkDocument(text, { kind: 'role', name, schema, editorKind: roleKind });
const problemsOf = (text: string) =>
  check(text).problems.map(({ severity, message, range }) => `${severity} ${range.line}:${range.column} ${message}`);
const HEAD = 'kind: role\nversion: v6\nmetadata:\n  name: dev\n';
const role = (spec: string) => `${HEAD}spec:\n${spec}`;

const bomb = (width: number, names: string) =>
  Array.from(
    names,
    (name, i) =>
      `${name}: &${name} [${Array(width)
        .fill(i === 0 ? 'x' : `*${names[i - 1] ?? ''}`)
        .join(', ')}]\n`,
  ).join('');

describe('rejects with a message', () => {
  test.each<[string, string, RegExp]>([
    ['an alias bomb', bomb(9, 'abcdefghi'), /^error \d+:\d+ The aliases expand to more than 250000 values$/],
    ['an alias inside its own anchor', 'a: &a [*a]', /^error 1:8 The alias \*a is inside its own anchor$/],
    ['an alias without an anchor', `${HEAD}spec: *gone`, /^error 5:7 The alias \*gone has no anchor above it$/],
    ['more than a thousand aliases', `a: &a x\nb: [${Array(1100).fill('*a').join(', ')}]`, /More than 1000 aliases/],
    ['brackets nested too deep', `a: ${'['.repeat(5000)}`, /^error 1:\d+ /],
    [
      'blocks nested too deep',
      Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      /^error \d+:\d+ /,
    ],
    ['a duplicate key', role('  allow: {}\n  allow: {}\n'), /^error 7:3 The key “allow” occurs twice/],
    ['a tab as indentation', 'kind: role\nmetadata:\n\tname: x\n', /^error 3:/],
    ['a text of five megabytes', 'x'.repeat(5_000_000), /^error 1:1 The text is longer than 2500000 characters$/],
    ['a NUL', 'kind: role\0', /^error 1:\d+ /],
    ['a control character', `${HEAD}spec: \u0007`, /^error 5:/],
    ['a lone surrogate as the name', `${HEAD.replace('dev', '"\ud800"')}spec: {}\n`, /^(error|warning) 4:9 /],
    ['an unclosed bracket', 'kind: [role', /^error 1:/],
    ['a directive of another version', `%YAML 9.9\n---\n${HEAD}`, /./],
    ['a list as the document', '- kind: role', /A role consists of the fields/],
    ['an empty text', '', /The document is empty/],
    ['only a comment', '# later', /The document is empty/],
    ['an unknown tag', `${HEAD}spec: !!python/object:os.system x`, /^error 5:/],
  ])('%s', (_, text, expected) => {
    const spentMs = cpuClock();
    const [first = 'none'] = problemsOf(text);
    expect(first).toMatch(expected);
    expect(spentMs()).toBeLessThan(1000);
  });
});

describe('reads as the server does', () => {
  test.each<[string, string]>([
    ['CRLF', HEAD.replaceAll('\n', '\r\n')],
    ['CR line ends', HEAD.replaceAll('\n', '\r')],
    ['a byte order mark', `\ufeff${HEAD}`],
    ['a second document without content', `${HEAD}---\n# kind: [\n`],
    ['a directive', `%YAML 1.1\n---\n${HEAD}`],
    ['a known tag', HEAD.replace('dev', '!!str dev')],
    ['JSON', '{"kind": "role", "version": "v6", "metadata": {"name": "dev"}}'],
    ['an alias', role('  allow:\n    node_labels: &l {env: prod}\n    app_labels: *l\n')],
    [
      'a merge key',
      role('  allow:\n    node_labels: &l {env: prod}\n    app_labels:\n      <<: *l\n      team: core\n'),
    ],
    ['a text of a hundred thousand characters', role(`  options:\n    request_prompt: "${'lorem '.repeat(16_000)}"\n`)],
  ])('%s', (_, text) => {
    const spentMs = cpuClock();
    expect(check(text).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(check(text).value).toMatchObject({ kind: 'role', metadata: { name: 'dev' } });
    expect(spentMs()).toBeLessThan(1000);
  });

  test('reads times and base 60 numbers as text, and "yes" as a boolean', () => {
    const { value } = check(
      role('  options:\n    request_prompt: 12:30:45\n    lock: 2001-12-14\n    forward_agent: yes\n'),
    );
    expect(value).toMatchObject({
      spec: { options: { request_prompt: '12:30:45', lock: '2001-12-14', forward_agent: true } },
    });
  });

  test.each(['مهندس', '日本', 'a\u202eb', 'Ünïcode'])('reports the name %s and does not change it', (name) => {
    const text = HEAD.replace('dev', JSON.stringify(name));
    const { problems, value } = check(text);
    expect(value).toMatchObject({ metadata: { name } });
    expect(problems.map(({ path }) => pathText(path))).toContain('metadata.name');
  });
});

test.each([
  ['CRLF and a byte order mark', `\ufeff${role('  allow:\n    logins: [a] # who\n')}`.replaceAll('\n', '\r\n')],
  ['another document after it', `${role('  allow:\n    logins: [a] # who\n')}---\nnot: [ours\n`],
  [
    'a directive and aliases',
    `%YAML 1.1\n---\n${role('  allow:\n    app_labels: &l {a: b}\n    db_labels: *l\n    logins: [a] # who\n')}`,
  ],
])('writing a field into a text with %s changes nothing else', (_, text) => {
  expect(writeField(text, ['spec', 'allow', 'logins'], ['a', 'b'], undefined)).toBe(text.replace('[a]', '[a, b]'));
});

test('does not write into an invalid text', () => {
  expect(writeField('kind: [', ['spec'], 1, undefined)).toBeUndefined();
});
