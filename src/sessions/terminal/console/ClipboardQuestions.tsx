import { visibleText } from '../../../lib/visibleText.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { PastePlan } from '../emulator/judgeInput.ts';
import styles from './ClipboardQuestions.module.css';
import type { PaneTerminal } from './PaneTerminal.ts';
import bannerStyles from './SessionBanner.module.css';

const WISH_SHOWN_MAX = 200;

/** The start of a text, with hidden characters made visible. */
const beginning = (text: string, max: number): string =>
  visibleText((text.length > max ? `${text.slice(0, max)}…` : text).replace(/\r\n|\r/g, '\n'));

/** A program wants to write to the clipboard, and the user has not decided yet whether programs may. */
export function ClipboardNote({ terminal }: { terminal: PaneTerminal }) {
  const request = useStore(terminal.clipboardRequest);
  if (request === undefined) return null;
  const answer = (allowed: boolean, isRule: boolean) => {
    terminal.answerClipboardRequest(allowed, isRule);
    terminal.emulator?.focus();
  };
  return (
    <div className={bannerStyles.banner} role="alert">
      <h3 className={bannerStyles.title}>A program here wants to put text on your clipboard</h3>
      <p className={bannerStyles.text}>
        “{/* A line end would run the pasted text. */}
        {beginning(request, WISH_SHOWN_MAX).replaceAll('\n', '⏎')}”. “Always” and “Never” apply to all terminals. You
        can change this in the settings. No program can read the clipboard.
      </p>
      <div className={bannerStyles.actions}>
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

type Props = {
  /** Titles of the panes that get the text. */
  targets: readonly string[];
  plan: PastePlan;
  onAnswer: (paste: boolean) => void;
};

const PASTE_SHOWN_MAX = 4000;

/** Asks before pasting text that could run a command. */
export function PasteDialog({ targets, plan: { text, lines, runs, left }, onAnswer }: Props) {
  const linesText = lines > 1 ? `${lines} lines` : 'this line';
  return (
    <ConfirmDialog
      title={`Paste ${linesText} into ${targets.length > 1 ? `${targets.length} terminals` : targets[0]}?`}
      cancelLabel="Do not paste"
      act={`Paste ${linesText}`}
      acting="Pasting"
      onAct={async () => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {targets.length > 1 && <p>It goes to {targets.join(', ')}.</p>}
      <p>
        {lines > 1 && 'If the program does not support pasting, each line end works like Enter. '}
        {runs && 'The text ends with a line end, so this holds for its last line too. '}
        {left > 0 && `${left} control ${left === 1 ? 'character was' : 'characters were'} removed from the text.`}
      </p>
      <pre className={styles.text} tabIndex={0} aria-label="Text to paste">
        {beginning(text, PASTE_SHOWN_MAX)}
      </pre>
    </ConfirmDialog>
  );
}
