import { Button } from '../../../ui/plain/Button.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { PaneTerminal } from './PaneTerminal.ts';
import styles from './SessionBanner.module.css';

const SHOWN_MAX = 200;

/** A line end is shown: it would run what is pasted. */
const shown = (text: string): string =>
  (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text).replace(/\r\n|\r|\n/g, '⏎');

/** A program wants to put something on the clipboard, and nobody has said yet whether programs may. */
export function ClipboardNote({ terminal }: { terminal: PaneTerminal }) {
  const wish = useStore(terminal.clipboardWish);
  if (wish === undefined) return null;
  const answer = (allowed: boolean, isRule: boolean) => {
    terminal.answerWish(allowed, isRule);
    terminal.emulator?.focus();
  };
  return (
    <div className={styles.banner} role="alert">
      <h3 className={styles.title}>A program here wants to put text on your clipboard</h3>
      <p className={styles.text}>
        “{shown(wish)}”. Always and never hold for all terminals; the settings change them. No program can read the
        clipboard.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => answer(false, false)}>Not now</Button>
        <Button kind="quiet" onClick={() => answer(true, false)}>
          Allow once
        </Button>
        <Button kind="quiet" onClick={() => answer(true, true)}>
          Always allow
        </Button>
        <Button kind="quiet" onClick={() => answer(false, true)}>
          Never allow
        </Button>
      </div>
    </div>
  );
}
