import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CatalogTable, QueryProtocol } from '../../../wire/query/messages.ts';
import type { ValueStore } from '../../../lib/valueStore.ts';
import { keyTable } from '../../../ui/keys/keys.ts';
import { isMac } from '../../../ui/plain/keyCaps.ts';
import { monaco } from '../../monaco/monaco.ts';
import { optionsFor } from '../../monaco/options.ts';
import { THEME } from '../../monaco/theme.ts';
import styles from '../../yaml/monaco/CodeEditor.module.css';
import { languageOf, suggestNames } from './sqlLanguage.ts';

/** The editor as the page uses it. */
export type SqlHandle = {
  text(): string;
  /** Both are equal without a selection. */
  selection(): { from: number; to: number };
  /** Replaces the selection, as if typed. */
  insert(text: string): void;
  focus(): void;
};

/** The position of the server's error in the text. `sql` is the statement that ran; it started at `start`. */
export type SqlMark = { sql: string; start: number; offset: number; message: string };

type Props = {
  protocol: QueryProtocol;
  /** The initial text. Later it changes through the handle alone. */
  text: string;
  isPhone: boolean;
  tables: ValueStore<readonly CatalogTable[]>;
  mark: SqlMark | undefined;
  onChange: (text: string) => void;
  onRun: (scope: 'statement' | 'all') => void;
  /** Escape was pressed, and the editor has nothing to close. */
  onEscape: () => void;
  onReady: (handle: SqlHandle) => void;
};

const MARKS = 'postern.query';

const optionsOf = (isPhone: boolean) => ({
  ...optionsFor({ label: 'SQL', isPhone, readOnly: false }),
  lineNumbersMinChars: 3,
});

/** Keys of the console: Ctrl K for the palette, which Monaco takes for the start of a chord, and F6 for the results. */
const isOurs = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key === 'F6' || ((isMac ? metaKey : ctrlKey) && !shiftKey && !altKey && key.toLowerCase() === 'k');

const isRun = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** Monaco for the SQL of one database, with its names and the position of an error. */
export default function SqlEditor(props: Props) {
  const { protocol, isPhone, tables, mark } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => void (latest.current = props));
  const [beginning] = useState({ text: props.text, isPhone, language: languageOf(protocol) });
  const [editor, setEditor] = useState<Monaco.editor.IStandaloneCodeEditor>();

  useEffect(() => {
    if (!host.current) return;
    const model = monaco.editor.createModel(beginning.text, beginning.language);
    const created = monaco.editor.create(host.current, { ...optionsOf(beginning.isPhone), theme: THEME, model });
    created.onDidChangeModelContent(() => {
      monaco.editor.setModelMarkers(model, MARKS, []);
      latest.current.onChange(created.getValue());
    });
    latest.current.onReady(handleOf(created));
    setEditor(created);
    return () => {
      created.dispose();
      model.dispose();
    };
  }, [beginning]);

  // The server reports its protocol after the text is loaded.
  useEffect(() => {
    const model = editor?.getModel();
    if (!model) return;
    monaco.editor.setModelLanguage(model, languageOf(protocol));
    const suggesting = suggestNames(protocol, tables.get);
    return () => suggesting.dispose();
  }, [editor, protocol, tables]);

  useEffect(() => {
    const model = editor?.getModel();
    if (editor && model && !model.isDisposed()) showMark(editor, model, mark);
  }, [editor, mark]);
  useEffect(() => editor?.updateOptions(optionsOf(isPhone)), [editor, isPhone]);

  return (
    <div
      ref={host}
      className={styles.code}
      // Monaco stops those that it uses, and prevents the default of all.
      onKeyDown={({ key }) => key === 'Escape' && props.onEscape()}
      onKeyDownCapture={(event) => {
        if (isRun(event.nativeEvent)) {
          event.preventDefault();
          event.stopPropagation();
          editor?.trigger('run', 'hideSuggestWidget', undefined);
          props.onRun(event.shiftKey ? 'all' : 'statement');
        } else if (isOurs(event.nativeEvent)) {
          keyTable.handle(event.nativeEvent);
          event.stopPropagation();
        }
      }}
    />
  );
}

function showMark(
  editor: Monaco.editor.IStandaloneCodeEditor,
  model: Monaco.editor.ITextModel,
  mark: SqlMark | undefined,
): void {
  // The text may have changed while the statement was running.
  const isThere = mark !== undefined && model.getValue().startsWith(mark.sql, mark.start);
  if (!isThere) return monaco.editor.setModelMarkers(model, MARKS, []);
  const at = model.getPositionAt(mark.offset);
  const word = model.getWordAtPosition(at);
  const startColumn = word?.startColumn ?? at.column;
  monaco.editor.setModelMarkers(model, MARKS, [
    {
      severity: monaco.MarkerSeverity.Error,
      message: mark.message,
      startLineNumber: at.lineNumber,
      startColumn,
      endLineNumber: at.lineNumber,
      endColumn: Math.max(startColumn + 1, word?.endColumn ?? at.column + 1),
    },
  ]);
  editor.revealLineInCenterIfOutsideViewport(at.lineNumber);
}

const handleOf = (editor: Monaco.editor.IStandaloneCodeEditor): SqlHandle => ({
  text: () => editor.getValue(),
  selection() {
    const [model, selection] = [editor.getModel(), editor.getSelection()];
    if (!model || !selection) return { from: 0, to: 0 };
    return { from: model.getOffsetAt(selection.getStartPosition()), to: model.getOffsetAt(selection.getEndPosition()) };
  },
  insert(text) {
    const range = editor.getSelection();
    if (!range) return;
    editor.pushUndoStop();
    editor.executeEdits('postern', [{ range, text, forceMoveMarkers: true }]);
    editor.pushUndoStop();
    editor.focus();
  },
  focus: () => editor.focus(),
});
