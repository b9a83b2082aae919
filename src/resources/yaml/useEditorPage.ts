import { useMemo, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import { leaving } from '../../lib/leaving.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';

const LINE = 'line';

/** `?line=8` puts the cursor there once the editor is ready, and goes from the address. */
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
/** Handled by the editor itself while it has the focus. */
const LISTED: readonly KeyAction[] = [
  { label: 'Quick fix', group: GROUP, keys: ['Ctrl+.'], handled: false },
  { label: 'Complete', group: GROUP, keys: ['Ctrl+Space'], handled: false },
  { label: 'Find', group: GROUP, keys: ['Ctrl+F'], handled: false },
  { label: 'Toggle whether Tab leaves the text', group: GROUP, keys: ['Ctrl+M'], handled: false },
];

type Options = {
  onReview: () => void;
  onProblem: (by: 1 | -1) => void;
  /** From the form to the text and back; undefined where there is no form. */
  onSwitch: (() => void) | undefined;
};

/** The editor's lines in the table of actions. The functions have to be stable. */
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

/**
 * Leaves the field of the form that has the focus, and enters it again: some fields write what was typed only when they
 * are left.
 */
export function commitField(page: HTMLElement | null): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !page?.contains(field) || !field.closest('[data-path]')) return;
  field.blur();
  if (field.isConnected) field.focus({ preventScroll: true });
}

/** Keeps the draft at once when the sign-in ends, and when the page goes: a write may still be due. */
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
