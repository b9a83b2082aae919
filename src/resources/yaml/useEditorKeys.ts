import { useMemo } from 'react';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useKeys } from '../../ui/keys/useKeys.ts';

const GROUP = 'Editor';
/** Handled by the editor itself while it has the focus. */
const LISTED: readonly KeyAction[] = [
  { label: 'Quick fix', group: GROUP, keys: ['Ctrl+.'], handled: false },
  { label: 'Complete', group: GROUP, keys: ['Ctrl+Space'], handled: false },
  { label: 'Find', group: GROUP, keys: ['Ctrl+F'], handled: false },
  { label: 'Tab leaves the text, or indents again', group: GROUP, keys: ['Ctrl+M'], handled: false },
];

type Options = { onReview: () => void; onProblem: (by: 1 | -1) => void };

/** The editor's lines in the table of actions. Both functions have to be stable. */
export function useEditorKeys({ onReview, onProblem }: Options): void {
  const actions = useMemo(
    (): readonly KeyAction[] => [
      { label: 'Review changes', group: GROUP, keys: ['Ctrl+S'], run: onReview },
      { label: 'Next problem', group: GROUP, keys: ['F8'], run: () => onProblem(1) },
      { label: 'Previous problem', group: GROUP, keys: ['Shift+F8'], run: () => onProblem(-1) },
      ...LISTED,
    ],
    [onReview, onProblem],
  );
  useKeys(actions);
}
