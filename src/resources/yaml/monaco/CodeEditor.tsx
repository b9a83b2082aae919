import { Editor } from '@monaco-editor/react';
import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { useEffect, useState } from 'react';
import { keyTable } from '../../../ui/keys/keys.ts';
import { isMac } from '../../../ui/plain/keyCaps.ts';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import type { ChangedLine } from '../changedLines.ts';
import { errorsOf } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import styles from './CodeEditor.module.css';
import { explainBy, modelPath, monaco, YAML } from './monaco.ts';
import { handleOf } from './codeHandle.ts';
import type { CodeHandle } from './codeHandle.ts';
import { optionsFor } from './options.ts';
import { markProblems } from './quickFixes.ts';
import { THEME } from './theme.ts';

type Props = {
  kind: string;
  schema: LoadedSchema;
  /** What readers call it. */
  label: string;
  /** The text at the beginning; later it changes through the handle alone. */
  text: string;
  isPhone: boolean;
  readOnly: boolean;
  problems: readonly Problem[];
  changes: readonly ChangedLine[];
  onChange: (text: string) => void;
  /** `inText`: somebody writes here, and not elsewhere. */
  onCursor: (line: number, column: number, inText: boolean) => void;
  onReady: (handle: CodeHandle) => void;
};

type Decorations = Monaco.editor.IEditorDecorationsCollection;
type Mounted = { editor: Monaco.editor.IStandaloneCodeEditor; decorations: Decorations };

/**
 * Keys that the console keeps also while the editor has the focus. Monaco would take Ctrl K for the start of a chord, and
 * show problems in a box of its own at F8; F6 leads to the form.
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

/** Monaco with our tokens, keys and problems. */
export function CodeEditor(props: Props) {
  const { kind, schema, label, text, isPhone, readOnly, problems, changes, onChange, onCursor, onReady } = props;
  const [mounted, setMounted] = useState<Mounted>();

  useEffect(() => {
    const model = mounted?.editor.getModel();
    if (!mounted || !model) return;
    markProblems(monaco, model, problems);
    mounted.decorations.set(decorationsFor(problems, changes));
  }, [mounted, problems, changes]);

  const onMount = (editor: Monaco.editor.IStandaloneCodeEditor) => {
    // An option of the model, which the editor's own options do not reach.
    editor.getModel()?.updateOptions({
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
    editor.onDidChangeCursorPosition(({ position }) =>
      onCursor(position.lineNumber, position.column, editor.hasTextFocus()),
    );
    const tell = () => {
      const { lineNumber = 1, column = 1 } = editor.getPosition() ?? {};
      onCursor(lineNumber, column, editor.hasTextFocus());
    };
    editor.onDidFocusEditorText(tell);
    editor.onDidBlurEditorText(tell);
    setMounted({ editor, decorations: editor.createDecorationsCollection() });
    onReady(handleOf(editor));
  };
  return (
    <div
      className={styles.editor}
      onKeyDownCapture={(event) => {
        if (!isOurs(event.nativeEvent)) return;
        keyTable.handle(event.nativeEvent);
        event.stopPropagation();
      }}
    >
      <Editor
        path={modelPath(kind)}
        language={YAML}
        theme={THEME}
        defaultValue={text}
        loading={<Waiting>Loading the editor</Waiting>}
        options={optionsFor({ label, isPhone, readOnly })}
        beforeMount={() => explainBy(kind, schema)}
        onMount={onMount}
        onChange={(value = '') => onChange(value)}
      />
    </div>
  );
}
