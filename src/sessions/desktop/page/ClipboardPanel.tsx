import { useId, useState } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { ClipboardSync } from '../session/ClipboardSync.ts';
import styles from './DesktopPanels.module.css';

const SENTENCES = {
  on: 'Text that you copy here or on the desktop is available on both sides.',
  manual:
    'This browser does not let the page use its clipboard. Copy text from here, or type or paste it here and send it.',
};

type Props = { clipboard: ClipboardSync; isOpen: boolean; onDone: () => void };

/** The text of the desktop's clipboard, for browsers that do not synchronize it. */
export function ClipboardPanel({ clipboard, isOpen, onDone }: Props) {
  const state = useStore(clipboard.state);
  const desktopText = useStore(clipboard.desktopText);
  const typed = useStore(clipboard.typed);
  const [isTooLong, setTooLong] = useState(false);
  const id = useId();
  const text = typed?.text ?? desktopText;
  const isNew = typed !== undefined && typed.over !== desktopText && text !== desktopText;
  const send = () => {
    if (!clipboard.sendText(text)) return setTooLong(true);
    clipboard.typed.set(undefined);
    onDone();
  };
  return (
    <div>
      <header className={styles.head}>
        <h2 className={styles.title}>Clipboard</h2>
      </header>
      <div className={styles.body}>
        <p>{state.kind === 'off' ? `${state.why}.` : SENTENCES[state.kind]}</p>
        {state.kind !== 'off' && (
          <>
            {isNew && (
              <>
                <label htmlFor={`${id}-new`}>New text on the desktop’s clipboard</label>
                <textarea id={`${id}-new`} className="area box typing mono" rows={3} readOnly value={desktopText} />
              </>
            )}
            <label htmlFor={id}>{isNew ? 'Your text' : 'Text on the desktop’s clipboard'}</label>
            <textarea
              id={id}
              className="area box typing mono"
              rows={5}
              spellCheck={false}
              value={text}
              onChange={({ target }) => clipboard.typed.set({ over: desktopText, ...typed, text: target.value })}
            />
            {isTooLong && <p role="alert">The text was not sent: it is too long. Shorten it, then send it again.</p>}
            <div className={styles.buttons}>
              <CopyButton size="toolbar" text={isNew ? desktopText : text}>
                {isNew ? 'Copy the new text' : 'Copy'}
              </CopyButton>
              <Button off={isOpen ? undefined : 'Not connected'} onClick={send}>
                Send to the desktop
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
