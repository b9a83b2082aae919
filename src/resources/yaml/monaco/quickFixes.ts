import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import type { Problem, TextRange } from '../problems/problem.ts';
import { YAML } from './yamlLanguage.ts';

export const toMonacoRange = ({ line, column, endLine, endColumn }: TextRange): Monaco.IRange => ({
  startLineNumber: line,
  startColumn: column,
  endLineNumber: endLine,
  endColumn,
});

const OWNER = 'postern';
const MARKERS = { error: 'Error', warning: 'Warning', note: 'Hint' } as const;
/** The current problems of each model, with their fixes. */
const problemsOf = new WeakMap<Monaco.editor.ITextModel, readonly Problem[]>();

const isSame = (a: readonly Problem[], b: readonly Problem[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Underlines the problems. Their fixes are available at Ctrl + dot and in the hover. */
export function markProblems(
  monaco: typeof Monaco,
  model: Monaco.editor.ITextModel,
  problems: readonly Problem[],
): void {
  // Setting markers again, even the same ones, cancels a quick fix that is just being computed.
  if (isSame(problemsOf.get(model) ?? [], problems)) return;
  problemsOf.set(model, problems);
  monaco.editor.setModelMarkers(
    model,
    OWNER,
    problems.map(({ range, message, severity }) => ({
      ...toMonacoRange(range),
      message,
      severity: monaco.MarkerSeverity[MARKERS[severity]],
    })),
  );
}

const touches = (a: Monaco.IRange, b: Monaco.IRange): boolean =>
  a.startLineNumber <= b.endLineNumber && b.startLineNumber <= a.endLineNumber;

/** Call it once per page. */
export function offerQuickFixes(monaco: typeof Monaco): void {
  monaco.languages.registerCodeActionProvider(YAML, {
    provideCodeActions(model, range, context) {
      const actions = (problemsOf.get(model) ?? []).flatMap(({ range: dotted, fix, message }) => {
        if (!fix || !touches(toMonacoRange(dotted), range)) return [];
        const edit = { range: toMonacoRange(dotted), text: fix.text };
        return [
          {
            title: fix.label,
            kind: 'quickfix',
            isPreferred: true,
            diagnostics: context.markers.filter((marker) => marker.message === message),
            edit: { edits: [{ resource: model.uri, versionId: model.getVersionId(), textEdit: edit }] },
          },
        ];
      });
      return { actions, dispose: () => undefined };
    },
  });
}
