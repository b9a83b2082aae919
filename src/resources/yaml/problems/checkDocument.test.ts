import { expect, test } from 'vitest';
import { ENTER_NOTE, KEPT_NOTE, RENEWED_NOTE } from '../../../wire/documentSecrets.ts';
import type { EditorKind } from '../kinds/kind.ts';
import type { SchemaObject } from '../schema/schema.ts';
import { checkDocument, type Rules } from './checkDocument.ts';
import { nextProblem, pathText } from './problem.ts';

const schema: SchemaObject = {
  type: 'object',
  properties: {
    kind: {},
    version: { enum: ['v5', 'v6'] },
    metadata: { properties: { name: { type: 'string' }, revision: { type: 'string', 'x-since': '14' } } },
    spec: { properties: { verbs: { type: 'array', items: { enum: ['list', 'read'] } }, logins: { type: 'array' } } },
  },
};
const check = (
  text: string,
  name?: string,
  known: EditorKind = {},
  server: Pick<Rules, 'unknownFields' | 'serverMajor'> = {},
) =>
  checkDocument(text, {
    kind: 'role',
    ...server,
    name,
    editorKind: known,
    schema: { files: new Map([['role.schema.json', schema]]), start: { schema, file: 'role.schema.json' } },
  });
/** One line each: severity, position, underlined text, message. */
const problemsOf = (text: string, name?: string, known?: EditorKind) =>
  check(text, name, known).problems.map(({ severity, range, message, fix }) => {
    const line = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)[range.line - 1] ?? '';
    const marked = line.slice(range.column - 1, range.endLine === range.line ? range.endColumn - 1 : undefined);
    return `${severity} ${range.line}:${range.column} ‹${marked}› ${message}${fix ? ` → ${fix.text}` : ''}`;
  });

const ROLE = 'kind: role\nmetadata:\n  name: dev\n';

test('accepts a document without errors', () => {
  expect(problemsOf(ROLE)).toEqual([]);
  expect(problemsOf(ROLE, 'dev')).toEqual([]);
});

test.each([
  ['', 'error 1:1 ‹› The document is empty'],
  ['just words', 'error 1:1 ‹just words› A role consists of the fields kind, version, metadata and spec'],
  ['- kind: role', 'error 1:1 ‹- kind: role› A role consists of the fields kind, version, metadata and spec'],
  ['metadata: {name: x}', 'error 1:1 ‹m› “kind” is missing: a line “kind: role”'],
  ['kind: user\n', 'error 1:7 ‹user› This page edits documents of kind role, but this one has “user”'],
  ['kind: role\n', 'error 1:1 ‹k› “metadata.name” is missing'],
  ['kind: role\nmetadata:\n  name: ""\n', 'error 3:9 ‹""› “metadata.name” is missing'],
])('rejects %j with the message of the server', (text, expected) => expect(problemsOf(text)).toEqual([expected]));

test.each([
  [undefined, ['This requires server version 14. Older servers ignore it']],
  [13, ['This requires server version 14. Older servers ignore it']],
  [14, []],
  [18, []],
])('for a field of version 14, the note for a server of version %j', (serverMajor, expected) => {
  const { problems } = check(`${ROLE}  revision: abc\n`, 'dev', {}, { ...(serverMajor && { serverMajor }) });
  expect(problems.map(({ message }) => message)).toEqual(expected);
});

test('rejects several documents in one text and ignores empty ones', () => {
  const second =
    'error 4:1 ‹---› This text has 2 documents. The server saves one at a time. Keep one here and create the others separately';
  expect(problemsOf(`${ROLE}---\n${ROLE}`)).toEqual([second]);
  expect(problemsOf(`\ufeff${ROLE}---\r\nkind: [`)).toEqual([second]);
  expect(problemsOf(`---\n# first\n---\n${ROLE}...\n---\n# nothing\n`)).toEqual([expect.stringContaining('empty')]);
  expect(problemsOf(`---\n${ROLE}---\n`)).toEqual([]);
  expect(problemsOf('kind: [\n---\na: 1\n')).toHaveLength(2);
});

test('reports a role that does not exist at its position', () => {
  const known: EditorKind = { roleNames: () => [{ name: 'editr', path: ['spec', 'roles', 0] }] };
  const text = `${ROLE}spec: {roles: [editr]}\n`;
  const messages = (roleNames: ReadonlySet<string> | undefined) =>
    checkDocument(text, {
      kind: 'role',
      name: undefined,
      editorKind: known,
      schema: { files: new Map([['a.json', {}]]), start: { schema: {}, file: 'a.json' } },
      roleNames,
    }).problems.map(({ severity, message, range, fix }) => [severity, message, range.line, fix?.text]);
  expect(messages(new Set(['editor']))).toEqual([
    ['warning', 'There is no role “editr”. Did you mean “editor”?', 4, 'editor'],
  ]);
  expect(messages(new Set(['editr']))).toEqual([]);
  expect(messages(undefined)).toEqual([]);
});

test('rejects a new name for a document', () => {
  expect(problemsOf(ROLE, 'ops')).toEqual([
    'error 3:9 ‹dev› A role cannot be renamed: its name is “ops”. Clone it under a new name instead',
  ]);
});

test('reports syntax errors at the position of the parser', () => {
  expect(problemsOf('kind: role\n\tmetadata: x')).toEqual([expect.stringMatching(/^error 2:/)]);
  expect(problemsOf(`a: ${'['.repeat(200)}`)).toEqual([expect.stringMatching(/^error 1:/)]);
});

test('a closing brace that is not indented has a hint', () => {
  expect(problemsOf(`${ROLE}spec:\n  labels: {\n    env: prod\n  }\n`)).toEqual([
    expect.stringContaining('Indent the closing brace'),
  ]);
});

test('names an unclosed bracket and a duplicate key', () => {
  expect(problemsOf(`${ROLE}spec:\n  logins: [a, b\n`)).toEqual(['error 5:11 ‹[a, b› “[” is not closed']);
  expect(problemsOf(`${ROLE}spec:\n  logins: {a: [b}\nversion: v6\n`)).toEqual([expect.stringContaining('not closed')]);
  expect(problemsOf(`${ROLE}spec:\n  logins: [a]\n  "logins": [b]\n`)).toEqual([
    expect.stringMatching(/^error 6:.*The key “logins” occurs twice$/),
  ]);
});

test('warns about unknown fields and values with a suggestion', () => {
  const text = `\ufeff${ROLE}version: v9\r\nspec:\r\n  login: [a]\r\n  verbs: [list, raed]\r\n`;
  expect(problemsOf(text)).toEqual([
    'warning 4:10 ‹v9› “v9” is not a known value. Did you mean “v5”? → v5',
    'warning 6:3 ‹login› “login” is not a known field. Did you mean “logins”? → logins',
    'warning 7:17 ‹raed› “raed” is not a known value. Did you mean “read”? → read',
  ]);
});

test('a note explains how the server treats an unknown field', () => {
  expect(problemsOf(`${ROLE}zebra: 1\n`)).toEqual([
    'note 4:1 ‹zebra› “zebra” is not a known field. The server removes it when it saves',
  ]);
  const noted = (unknownFields: 'kept' | 'unclear') =>
    check(`${ROLE}zebra: 1\n`, undefined, {}, { unknownFields }).problems.map(({ message }) => message);
  expect(noted('kept')).toEqual(['“zebra” is not a known field. The server ignores it and keeps it unchanged']);
  expect(noted('unclear')).toEqual(['“zebra” is not a known field. The server is newer and may know it']);
});

test('reports a problem of the server’s rules without the same problem of the schema', () => {
  const known: EditorKind = {
    validate: () => ({ severity: 'error', path: ['spec', 'logins'], message: 'expected a list' }),
  };
  expect(problemsOf(`${ROLE}spec:\n  logins: me\n`, undefined, known)).toEqual(['error 5:11 ‹me› Expected a list']);
});

test('a stored or entered secret is not missing, a secret without a value is', () => {
  const spec: SchemaObject = { type: 'object', required: ['token'], properties: { token: { type: 'string' } } };
  const trust: SchemaObject = { type: 'object', properties: { spec } };
  const messages = (note: string) =>
    checkDocument(`${ROLE}spec:\n  token: ${note}\n  other: 1 ${RENEWED_NOTE}\n`, {
      kind: 'role',
      name: undefined,
      editorKind: {},
      schema: { files: new Map([['a.json', trust]]), start: { schema: trust, file: 'a.json' } },
      secrets: [['spec', 'token']],
    })
      .problems.filter(({ severity }) => severity !== 'note')
      .map(({ message }) => message);
  expect(messages(KEPT_NOTE)).toEqual([]);
  expect(messages(RENEWED_NOTE)).toEqual([]);
  expect(messages(ENTER_NOTE)).toEqual(['“spec.token” has no value yet: enter it in the form, or remove the line']);
});

test('nextProblem goes through the problems in order and wraps around', () => {
  const { problems } = check(`${ROLE}spec:\n  login: [a]\n  verbs: [raed]\n`);
  const from = (line: number, column: number, by: 1 | -1) =>
    pathText(nextProblem(problems, { line, column }, by)?.path ?? []);
  expect(from(1, 1, 1)).toBe('spec.login');
  expect(from(5, 3, 1)).toBe('spec.verbs[0]');
  expect(from(6, 11, 1)).toBe('spec.login');
  expect(from(6, 11, -1)).toBe('spec.login');
  expect(from(1, 1, -1)).toBe('spec.verbs[0]');
  expect(nextProblem([], { line: 1, column: 1 }, 1)).toBeUndefined();
});
