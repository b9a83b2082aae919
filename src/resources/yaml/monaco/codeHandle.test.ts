import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { expect, test } from 'vitest';
import { handleOf } from './codeHandle.ts';

/** An editor with one line that records the calls to it. */
function editorOf(text: string, eol = '\n') {
  const done: string[] = [];
  const model = {
    getValue: () => text,
    getEOL: () => eol,
    getPositionAt: (offset: number) => ({ lineNumber: 1, column: offset + 1 }),
    getFullModelRange: () => ({ startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: text.length + 1 }),
    pushEOL: (kind: number) => done.push(kind === 1 ? 'CRLF' : 'LF'),
  };
  const editor = {
    getModel: () => model,
    pushUndoStop: () => done.push('stop'),
    executeEdits(_: string, [edit]: [{ range: { startColumn: number; endColumn: number }; text: string }]) {
      const { startColumn, endColumn } = edit.range;
      text = text.slice(0, startColumn - 1) + edit.text + text.slice(endColumn - 1);
      done.push(text);
    },
    setPosition: () => undefined,
    revealLine: () => undefined,
  };
  return { done, code: handleOf(editor as unknown as Monaco.editor.IStandaloneCodeEditor) };
}

test('each change is an undo step, and a continued change joins the previous step', () => {
  const { done, code } = editorOf('a: []');
  code.change('a: [b]');
  code.change('a: [b, c]');
  code.change('a: [b, cd]', true);
  code.change('a: [b, cd]');
  expect(done).toEqual(['stop', 'a: [b]', 'stop', 'a: [b, c]', 'a: [b, cd]']);
});

test('replacing the text also sets its line ends', () => {
  const { done, code } = editorOf('a', '\r\n');
  code.replaceAll('b\n');
  expect(done).toEqual(['stop', 'LF', 'b\n', 'stop']);
});
