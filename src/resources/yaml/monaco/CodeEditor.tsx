import { useMonaco } from '@monaco-editor/react';
import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keyTable } from '../../../ui/keys/keys.ts';
import { isMac } from '../../../ui/plain/keyCaps.ts';
import type { ChangedLine } from '../../review/diffTexts.ts';
import { errorsOf, type Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import styles from './CodeEditor.module.css';
import { explainBy, newModel } from './monaco.ts';
import { handleOf, type CodeHandle } from './codeHandle.ts';
import { optionsFor } from '../../monaco/options.ts';
import { markProblems } from './quickFixes.ts';
import { THEME } from '../../monaco/theme.ts';

type Props = {
  kind: string;
  schema: LoadedSchema;
  /** The name for screen readers. */
  label: string;
  /** The initial text. Later it changes through the handle alone. */
  text: string;
  isPhone: boolean;
  readOnly: boolean;
  problems: readonly Problem[];
  changes: readonly ChangedLine[];
  onChange: (text: string) => void;
  /** `inText`: the editor has the focus. */
  onCursor: (line: number, column: number, inText: boolean) => void;
  onReady: (handle: CodeHandle) => void;
};

type Decorations = Monaco.editor.IEditorDecorationsCollection;
type Mounted = { editor: Monaco.editor.IStandaloneCodeEditor; decorations: Decorations };

/**
 * Keys that the console handles even while the editor has the focus. Monaco would use Ctrl K as the start of a chord,
 * and show problems in its own box at F8. F6 moves to the form.
 */
const isOurs = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key === 'F6' || key === 'F8' || ((isMac ? metaKey : ctrlKey) && !shiftKey && !altKey && key.toLowerCase() === 'k');

function decorationsFor(problems: readonly Problem[], changes: readonly ChangedLine[]) {
  const wholeLine = (line: number): Monaco.IRange => ({
    startLineNumber: line,
    startColumn: 1,
    endLineNumber: line,
    endColumn: 1,
  });
  return [
    ...changes.map(({ line, kind }) => ({
      range: wholeLine(line),
      options: { linesDecorationsClassName: styles[kind] ?? '' },
    })),
    ...errorsOf(problems).map(({ range }) => ({
      range: wholeLine(range.line),
      options: { lineNumberClassName: styles.wrongLine ?? '' },
    })),
  ];
}

/**
 * Monaco with our tokens, keys and problems. A layout effect creates it, so that the first paint has the text. Its
 * events and options are connected afterwards.
 */
export function CodeEditor(props: Props) {
  const { kind, schema, label, text, isPhone, readOnly, problems, changes } = props;
  const monaco = useMonaco();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => void (latest.current = props));
  const [beginning] = useState({ kind, text, options: optionsFor({ label, isPhone, readOnly }) });
  const made = useRef<Monaco.editor.IStandaloneCodeEditor>(null);
  const [mounted, setMounted] = useState<Mounted>();

  useLayoutEffect(() => {
    if (!monaco || !host.current) return;
    const model = newModel(beginning.kind, beginning.text);
    const editor = monaco.editor.create(host.current, { ...beginning.options, theme: THEME, model });
    editor.onDidChangeModelContent(() => latest.current.onChange(editor.getValue()));
    made.current = editor;
    return () => {
      made.current = null;
      editor.dispose();
      model.dispose();
    };
  }, [monaco, beginning]);

  useEffect(() => {
    const editor = made.current;
    if (!editor) return;
    const reportCursor = () => {
      const { lineNumber = 1, column = 1 } = editor.getPosition() ?? {};
      latest.current.onCursor(lineNumber, column, editor.hasTextFocus());
    };
    editor.onDidChangeCursorPosition(reportCursor);
    editor.onDidFocusEditorText(reportCursor);
    editor.onDidBlurEditorText(reportCursor);
    setMounted({ editor, decorations: editor.createDecorationsCollection() });
    latest.current.onReady(handleOf(editor));
  }, [monaco, beginning]);

  useEffect(() => {
    const model = mounted?.editor.getModel();
    if (!monaco || !mounted || !model) return;
    markProblems(monaco, model, problems);
    mounted.decorations.set(decorationsFor(problems, changes));
  }, [monaco, mounted, problems, changes]);
  useEffect(() => explainBy(kind, schema), [kind, schema]);
  useEffect(
    () => mounted?.editor.updateOptions(optionsFor({ label, isPhone, readOnly })),
    [mounted, label, isPhone, readOnly],
  );

  return (
    <div
      className={styles.editor}
      ref={host}
      onKeyDownCapture={(event) => {
        if (!isOurs(event.nativeEvent)) return;
        keyTable.handle(event.nativeEvent);
        event.stopPropagation();
      }}
    />
  );
}
