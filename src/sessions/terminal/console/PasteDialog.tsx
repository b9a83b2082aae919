import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { PastePlan } from '../emulator/pasteText.ts';
import styles from './PasteDialog.module.css';

type Props = {
  /** Titles of the panes that it goes into. */
  targets: readonly string[];
  plan: PastePlan;
  onAnswer: (paste: boolean) => void;
};

const SHOWN_MAX = 4000;

/** Before text goes in that could run something by itself. */
export function PasteDialog({ targets, plan: { text, lines, runs, left }, onAnswer }: Props) {
  const what = lines > 1 ? `${lines} lines` : 'this line';
  return (
    <ConfirmDialog
      title={`Paste ${what} into ${targets.length > 1 ? `${targets.length} terminals` : targets[0]}?`}
      keep="Do not paste"
      act={`Paste ${what}`}
      acting="Pasting"
      onAct={async () => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {targets.length > 1 && <p>It goes to {targets.join(', ')}.</p>}
      <p>
        {lines > 1 && 'Where the program does not know about pasting, each line end works like Enter. '}
        {runs && 'The text ends with a line end, so this holds for its last line too. '}
        {left > 0 && `${left} control ${left === 1 ? 'character was' : 'characters were'} left out of it.`}
      </p>
      <pre className={styles.text} tabIndex={0} aria-label="What would be pasted">
        {text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text}
      </pre>
    </ConfirmDialog>
  );
}
