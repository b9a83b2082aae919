import { useMemo, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import { leaving } from '../../lib/leaving.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';

const LINE = 'line';

/** `?line=8` puts the cursor there once the editor is ready, and is then removed from the address. */
export function useLineInAddress(code: CodeHandle | undefined): void {
  const [params, setParams] = useSearchParams();
  const line = Number(params.get(LINE));
  useEffect(() => {
    if (!code || !Number.isInteger(line) || line < 1) return;
    code.reveal({ line, column: 1, endLine: line, endColumn: 1 });
    setParams(
      (last) => {
        last.delete(LINE);
        return last;
      },
      { replace: true },
    );
  }, [code, line, setParams]);
}

const GROUP = 'Editor';
/** The editor handles these itself while it has the focus. */
const LISTED: readonly KeyAction[] = [
  { label: 'Quick fix', group: GROUP, keys: ['Ctrl+.'], handled: false },
  { label: 'Complete', group: GROUP, keys: ['Ctrl+Space'], handled: false },
  { label: 'Find', group: GROUP, keys: ['Ctrl+F'], handled: false },
  { label: 'Toggle whether Tab leaves the text', group: GROUP, keys: ['Ctrl+M'], handled: false },
];

type Options = {
  onReview: () => void;
  onProblem: (by: 1 | -1) => void;
  /** Moves between the form and the text; undefined if there is no form. */
  onSwitch: (() => void) | undefined;
};

/** The editor's entries in the table of actions. The functions must be stable. */
export function useEditorKeys({ onReview, onProblem, onSwitch }: Options): void {
  const actions = useMemo(
    (): readonly KeyAction[] => [
      { label: 'Review changes', group: GROUP, keys: ['Ctrl+S'], run: onReview },
      { label: 'Next problem', group: GROUP, keys: ['F8'], run: () => onProblem(1) },
      { label: 'Previous problem', group: GROUP, keys: ['Shift+F8'], run: () => onProblem(-1) },
      ...(onSwitch ? [{ label: 'Form or YAML, same field', group: GROUP, keys: ['F6'], run: onSwitch }] : []),
      ...LISTED,
    ],
    [onReview, onProblem, onSwitch],
  );
  useKeys(actions);
}

/** Blurs the focused field of the form and focuses it again, because some fields write their text only on blur. */
export function commitField(page: HTMLElement | null): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !page?.contains(field) || !field.closest('[data-path]')) return;
  field.blur();
  if (field.isConnected) field.focus({ preventScroll: true });
}

/** Stores the draft at once when the session ends, and when the page closes, because a write may still be due. */
export function useKeepOnLeaving({ keepNow }: { keepNow: () => void }): void {
  useEffect(() => {
    const offLeaving = leaving.subscribe(keepNow);
    window.addEventListener('pagehide', keepNow);
    return () => {
      offLeaving();
      window.removeEventListener('pagehide', keepNow);
    };
  }, [keepNow]);
}
