import { Button } from '../../../ui/plain/Button.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { PaneTerminal } from './PaneTerminal.ts';
import styles from './SessionBanner.module.css';

const SHOWN_MAX = 200;

/** The first time that a program wants to put something on the clipboard: the answer holds from then on. */
export function ClipboardNote({ terminal }: { terminal: PaneTerminal }) {
  const wish = useStore(terminal.clipboardWish);
  if (wish === undefined) return null;
  const answer = (allowed: boolean) => {
    terminal.answerWish(allowed);
    terminal.emulator?.focus();
  };
  return (
    <div className={styles.banner} role="alert">
      <h3 className={styles.title}>A program here wants to put text on your clipboard</h3>
      <p className={styles.text}>
        “{wish.length > SHOWN_MAX ? `${wish.slice(0, SHOWN_MAX)}…` : wish}”. Your answer holds for all terminals; the
        settings change it. No program can read the clipboard.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => answer(false)}>Never allow</Button>
        <Button kind="quiet" onClick={() => answer(true)}>
          Allow
        </Button>
      </div>
    </div>
  );
}
