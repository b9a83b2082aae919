import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import type { TextRange } from '../problems/problem.ts';
import { toMonacoRange } from './quickFixes.ts';

/** What buttons outside the editor do with it. */
type CodeAction = 'indent' | 'outdent' | 'undo' | 'quickFix' | 'complete';

/** The editor as the page sees it. */
export type CodeHandle = {
  focus(): void;
  /** Puts the cursor at the start of a place and shows it. */
  reveal(place: TextRange): void;
  /** Puts the cursor there and shows it, while the focus stays where it is. */
  show(place: TextRange): void;
  /**
   * The text as it is now, by writing no more than what differs; undo takes it back. The focus stays where it is.
   * `goesOn`: undo takes it back together with the change before.
   */
  change(text: string, goesOn?: boolean): void;
  /** Another text in place of all; undo brings the old one back. */
  replaceAll(text: string): void;
  replace(place: TextRange, text: string): void;
  /** At the cursor, as if typed. */
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

const placeOf = ({ lineNumber, column }: Monaco.IPosition) => ({ line: lineNumber, column });

/** The one stretch in which two texts differ. */
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
  reveal(place) {
    editor.setPosition({ lineNumber: place.line, column: place.column });
    editor.revealLineInCenterIfOutsideViewport(place.line);
    editor.focus();
  },
  show(place) {
    editor.setPosition({ lineNumber: place.line, column: place.column });
    editor.revealLineInCenterIfOutsideViewport(place.line);
  },
  change(text, goesOn = false) {
    const model = editor.getModel();
    if (!model || model.getValue() === text) return;
    const edit = differenceOf(model.getValue(), text);
    const [from, to] = [model.getPositionAt(edit.start), model.getPositionAt(edit.end)];
    const range = toMonacoRange({ ...placeOf(from), endLine: to.lineNumber, endColumn: to.column });
    if (!goesOn) editor.pushUndoStop();
    editor.executeEdits(SOURCE, [{ range, text: edit.text }]);
  },
  replaceAll(text) {
    const model = editor.getModel();
    if (!model) return;
    editor.pushUndoStop();
    // A model has line ends of one kind: those of the old text would make the new one another.
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
