import { expect, test } from 'vitest';
import { parseYaml } from '../../wire/yaml.ts';
import { cloneText, copyName, withName } from './newDocument.ts';

test('a copy keeps comments and order, and drops the name and the server’s counters', () => {
  const text = `# on call\nkind: role\nmetadata:\n  id: 17\n  name: 'dev' # who\n  revision: a-b\nversion: v6\n`;
  expect(cloneText(text, 'dev-copy')).toBe(`# on call\nkind: role\nmetadata:\n  name: dev-copy # who\nversion: v6\n`);
});

test.each([
  ['{kind: role, metadata: {id: 3, name: a}}', 'b', 'b'],
  ['\ufeffmetadata:\r\n  name: a\r\n  id: 3\r\n', '7up', '7up'],
  ['metadata:\n  name: a', 'true: no', 'true: no'],
])('%j under the name %j', (text, name, expected) => {
  const parsed = parseYaml(cloneText(text, name));
  expect(parsed).toMatchObject({ ok: true, value: { metadata: { name: expected } } });
});

test('copies an invalid text unchanged', () => {
  expect(cloneText('a: [', 'b')).toBe('a: [');
});

test('a copy gets the first unused name', () => {
  expect(copyName('dev', new Set(['dev']))).toBe('dev-copy');
  expect(copyName('dev', new Set(['dev-copy', 'dev-copy-2']))).toBe('dev-copy-3');
});

const LONG = '0123456789abcdef';
test.each([
  [
    'metadata:\n  name: "****" # mine\n  labels: {note: "**** of node"}\n',
    'node',
    'metadata:\n  name: node # mine\n  labels: {note: "**** of node"}\n',
  ],
  [`# ************cdef\nmetadata: {name: "************cdef"}\n`, LONG, `# ${LONG}\nmetadata: {name: ${LONG}}\n`],
  // the form in which earlier gateways stored it
  [
    'metadata:\n  name: ****\n  labels: {note: for **** joins}\n',
    'node',
    'metadata:\n  name: node\n  labels: {note: for node joins}\n',
  ],
  ['metadata:\n  name: dev\n', 'dev', 'metadata:\n  name: dev\n'],
])('restores the masked name in %j to %s', (text, name, whole) => expect(withName(text, name)).toBe(whole));
