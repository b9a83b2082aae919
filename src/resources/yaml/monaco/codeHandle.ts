import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import type { TextRange } from '../problems/problem.ts';
import { toMonacoRange } from './quickFixes.ts';

/** Actions of buttons outside the editor. */
type CodeAction = 'indent' | 'outdent' | 'undo' | 'quickFix' | 'complete';

/** The editor as the page sees it. */
export type CodeHandle = {
  focus(): void;
  /** Puts the cursor at the start of a range and focuses the editor. */
  reveal(range: TextRange): void;
  /** Puts the cursor there and scrolls to it. The focus stays where it is. */
  show(range: TextRange): void;
  /**
   * Changes the text by one edit of the part that differs, so that undo works. The focus stays where it is. `goesOn`:
   * one undo reverts it together with the change before.
   */
  change(text: string, goesOn?: boolean): void;
  /** Replaces the whole text. Undo restores the old one. */
  replaceAll(text: string): void;
  replace(place: TextRange, text: string): void;
  /** Inserts at the cursor, as if typed. */
  type(text: string): void;
  run(action: CodeAction): void;
};

const COMMANDS: Readonly<Record<CodeAction, string>> = {
  indent: 'editor.action.indentLines',
  outdent: 'editor.action.outdentLines',
  undo: 'undo',
  quickFix: 'editor.action.quickFix',
  complete: 'editor.action.triggerSuggest',
};
const SOURCE = 'postern';
/** `EndOfLineSequence` of Monaco, which is loaded later. */
const [LF, CRLF] = [0, 1];

const positionOf = ({ lineNumber, column }: Monaco.IPosition) => ({ line: lineNumber, column });

/** The one range in which two texts differ. */
function differenceOf(before: string, after: string): { start: number; end: number; text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

export const handleOf = (editor: Monaco.editor.IStandaloneCodeEditor): CodeHandle => ({
  focus: () => editor.focus(),
  reveal(range) {
    editor.setPosition({ lineNumber: range.line, column: range.column });
    editor.revealLineInCenterIfOutsideViewport(range.line);
    editor.focus();
  },
  show(range) {
    editor.setPosition({ lineNumber: range.line, column: range.column });
    editor.revealLineInCenterIfOutsideViewport(range.line);
  },
  change(text, goesOn = false) {
    const model = editor.getModel();
    if (!model || model.getValue() === text) return;
    const edit = differenceOf(model.getValue(), text);
    const [from, to] = [model.getPositionAt(edit.start), model.getPositionAt(edit.end)];
    const range = toMonacoRange({ ...positionOf(from), endLine: to.lineNumber, endColumn: to.column });
    if (!goesOn) editor.pushUndoStop();
    editor.executeEdits(SOURCE, [{ range, text: edit.text }]);
  },
  replaceAll(text) {
    const model = editor.getModel();
    if (!model) return;
    editor.pushUndoStop();
    // A model has one kind of line ends, and those of the old text would change the new text.
    const hasReturns = text.includes('\r\n');
    if ((model.getEOL() === '\r\n') !== hasReturns) model.pushEOL(hasReturns ? CRLF : LF);
    editor.executeEdits(SOURCE, [{ range: model.getFullModelRange(), text }]);
    editor.pushUndoStop();
    editor.setPosition({ lineNumber: 1, column: 1 });
    editor.revealLine(1);
  },
  replace(place, text) {
    editor.pushUndoStop();
    editor.executeEdits(SOURCE, [{ range: toMonacoRange(place), text }]);
    editor.pushUndoStop();
  },
  type: (text) => editor.trigger(SOURCE, 'type', { text }),
  run(action) {
    editor.focus();
    editor.trigger(SOURCE, COMMANDS[action], null);
  },
});
