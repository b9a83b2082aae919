import { useMemo } from 'react';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useKeys } from '../../ui/keys/keys.ts';

const GROUP = 'Editor';
/** Handled by the editor itself while it has the focus. */
const LISTED: readonly KeyAction[] = [
  { label: 'Quick fix', group: GROUP, keys: ['Ctrl+.'], handled: false },
  { label: 'Complete', group: GROUP, keys: ['Ctrl+Space'], handled: false },
  { label: 'Find', group: GROUP, keys: ['Ctrl+F'], handled: false },
  { label: 'Tab leaves the text, or indents again', group: GROUP, keys: ['Ctrl+M'], handled: false },
];

type Options = {
  onReview: () => void;
  onProblem: (by: 1 | -1) => void;
  /** From the form to the text and back; undefined where there is no form. */
  onSwitch: (() => void) | undefined;
};

/** A page that opens takes the focus where nothing has it: Tab goes on from there, not from the navigation before it. */
export function takeFocus(page: HTMLElement | null): void {
  if (document.activeElement === document.body) page?.focus({ preventScroll: true });
}

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
