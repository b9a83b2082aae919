import { expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import type { FieldPath } from '../../../wire/documentFault.ts';
import { loadSchemas } from '../schema/loadSchemas.ts';
import { checkDocument } from './checkDocument.ts';
import { errorsOf } from './problem.ts';
import { ServerErrors } from './ServerErrors.ts';

const rules = {
  kind: 'thing',
  name: undefined,
  schema: await loadSchemas('thing', { type: 'object' }),
  editorKind: {},
};
const text = (uri: string, more = '') => `kind: thing\nmetadata: { name: a }\n${more}spec:\n  uri: ${uri}\n`;
const check = (written: string) => checkDocument(written, rules);
const refused = (message: string, status = 400, fieldPath: FieldPath | null = ['spec', 'uri']) => {
  const refusals = new ServerErrors();
  refusals.note(
    new ApiError(message, status, { field: fieldPath ? JSON.stringify(fieldPath) : undefined }),
    check(text('b')).value,
  );
  return refusals;
};
const problemsOf = (refusals: ServerErrors, written: string) =>
  refusals.among(check(written)).problems.map(({ message, range }) => `${range.line}: ${message}`);

test('shows a server error at its line, also after the line moves, until the value changes', () => {
  const refusals = refused('spec.uri: nothing answers there');
  const words = 'The server refused this: “spec.uri: nothing answers there”';
  expect(problemsOf(refusals, text('b'))).toEqual([`4: ${words}`]);
  expect(problemsOf(refusals, text('b', '# one more line\n'))).toEqual([`5: ${words}`]);
  expect(problemsOf(refusals, text('c'))).toEqual([]);
  expect(problemsOf(refusals, 'kind: [')).not.toContainEqual(expect.stringContaining(words));
});

test('a server error does not block saving', () => {
  const { problems } = refused('spec.uri: nothing answers there').among(check(text('b')));
  expect(problems).toMatchObject([{ severity: 'error', path: ['spec', 'uri'] }]);
  expect(errorsOf(problems)).toEqual([]);
});

test('disappears after the next write or when the hidden value at its path changes', () => {
  const written = refused('spec.uri: no');
  written.forget();
  expect(problemsOf(written, text('b'))).toEqual([]);
  const entered = refused('spec.uri: no');
  entered.forget(['spec', 'other']);
  expect(problemsOf(entered, text('b'))).toHaveLength(1);
  entered.forget(['spec', 'uri']);
  expect(problemsOf(entered, text('b'))).toEqual([]);
});

test('shows no error without a location or without an answer, and only the last error', () => {
  expect(problemsOf(refused('out of order', 400, null), text('b'))).toEqual([]);
  expect(problemsOf(refused('spec.uri: no answer', 0), text('b'))).toEqual([]);
  const refusals = refused('spec.uri: no');
  refusals.note(new ApiError('out of order', 500), check(text('b')).value);
  expect(problemsOf(refusals, text('b'))).toEqual([]);
});
