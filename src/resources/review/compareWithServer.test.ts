import { afterEach, expect, test } from 'vitest';
import { config } from '../../api/config.ts';
import { FEATURE_SOURCE_TEXT } from '../../wire/config.ts';
import { compareWithServer, hasTaken, isSameDocument } from './compareWithServer.ts';

afterEach(() => {
  config.extensions = [];
});

const copy = (text: string) => ({ text, readAtMs: 5 });

test('a new document needs an unused name', () => {
  expect(compareWithServer(undefined, undefined)).toEqual({ kind: 'clear', theirs: undefined });
  expect(compareWithServer(undefined, copy('a: 1'))).toEqual({ kind: 'taken' });
});

test('a copy that the server only reformatted is not a conflict', () => {
  const theirs = copy('metadata: {id: 9, name: x}\nkind: role # printed\n');
  expect(compareWithServer('kind: role\nmetadata:\n  name: x\n  id: 3\n', theirs)).toEqual({ kind: 'clear', theirs });
});

test('a new comment in the copy is a conflict if the server stores source texts', () => {
  config.extensions = [FEATURE_SOURCE_TEXT];
  const theirs = copy('a: 1\n# ticket 4711\n');
  expect(compareWithServer('a: 1\n', theirs)).toEqual({ kind: 'conflict', theirs });
  expect(compareWithServer(theirs.text, theirs)).toEqual({ kind: 'clear', theirs });
});

test('a copy with another value is a conflict, a deleted copy is gone', () => {
  expect(compareWithServer('a: 1', copy('a: 2'))).toEqual({ kind: 'conflict', theirs: copy('a: 2') });
  expect(compareWithServer('a: 1', undefined)).toEqual({ kind: 'gone' });
});

const ROLE = `kind: role
metadata:
  id: 1795240939511971182
  name: dev
spec:
  allow:
    logins:
    - root
version: v6
`;

test.each([
  ['the same text', ROLE],
  ['another counter', ROLE.replace('1795240939511971182', '7')],
  ['no counter, and a revision', ROLE.replace('id: 1795240939511971182', 'revision: 0f-1c')],
  [
    'other order, comments, quotes and line breaks',
    `# mine\r\nversion: 'v6'\r\nkind: role\r\nmetadata: {name: dev}\r\nspec: {allow: {logins: [root]}} # all\r\n`,
  ],
  ['JSON', '{"kind":"role","version":"v6","metadata":{"name":"dev"},"spec":{"allow":{"logins":["root"]}}}'],
])('%s is the same document', (_, text) => expect(isSameDocument(ROLE, text)).toBe(true));

test.each([
  ['another value', ROLE.replace('root', 'ops')],
  ['another order in a list', ROLE.replace('- root', '- root\n    - ops')],
  ['text instead of a number', ROLE.replace('- root', '- "1"')],
  ['a counter elsewhere', ROLE.replace('allow:', 'id: 1\n  allow:')],
  ['an empty text', ''],
  ['a text that cannot be read', `${ROLE}\n[`],
])('%s is another document', (_, text) => expect(isSameDocument(ROLE, text)).toBe(false));

test('a text that cannot be parsed equals only the identical text', () => {
  expect(isSameDocument('a: [', 'a: [')).toBe(true);
  expect(isSameDocument('a: [', 'a:  [')).toBe(false);
});

test('a text without an answer was saved if the server has its values in a new revision', () => {
  const seen = { ...copy('a: 1\n'), revision: '1' };
  expect(hasTaken('a: 2\n', seen, { ...copy('a: 2\n'), revision: '2' })).toBe(true);
  expect(hasTaken('a: 1\n# mine\n', seen, seen)).toBe(false);
  expect(hasTaken('a: 2\n', seen, { ...copy('a: 3\n'), revision: '2' })).toBe(false);
  expect(hasTaken('a: 2\n', copy('a: 1\n'), copy('a: 2 # printed\n'))).toBe(true);
  expect(hasTaken('a: 2\n', undefined, copy('a: 2\n'))).toBe(true);
});

test('a new document without an answer counts as saved if the server has its values and defaults', () => {
  const printed = copy(ROLE.replace('spec:', 'spec:\n  options: {forward_agent: false}\n  deny: {}'));
  expect(hasTaken(ROLE, undefined, printed)).toBe(true);
  expect(hasTaken(ROLE.replace('\n    - root', ' root'), undefined, printed)).toBe(true);
  expect(hasTaken(ROLE.replace('root', 'ops'), undefined, printed)).toBe(false);
  expect(hasTaken(ROLE, undefined, copy(printed.text.replace('- root', '- root\n    - ops')))).toBe(false);
  const ttl = (text: string) => `spec: {options: {max_session_ttl: ${text}}}\n`;
  expect(hasTaken(ttl('8h'), undefined, copy(ttl('8h0m0s')))).toBe(true);
  expect(hasTaken(ttl('8h'), undefined, copy(ttl('9h0m0s')))).toBe(false);
  // A change that removed a value is not taken where the server still has it.
  expect(hasTaken(ROLE, copy('a: 1\n'), printed)).toBe(false);
});
