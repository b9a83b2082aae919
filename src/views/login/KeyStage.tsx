import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { WaitingBox } from '../../ui/plain/Waiting.tsx';
import styles from './login.module.css';

type Props = {
  /** When the browser stops asking for a key; undefined while it does not ask. */
  waitingUntilMs: number | undefined;
  onCancel: () => void;
  children: ReactNode;
};

/**
 * Shows, in place of its content, that the browser asks for a key. The content keeps its room meanwhile and all that is
 * typed, and gets the focus back where it had it.
 */
export function KeyStage({ waitingUntilMs, onCancel, children }: Props) {
  const waiting = waitingUntilMs !== undefined;
  const lastFocused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!waiting) return;
    return () => {
      if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus();
    };
  }, [waiting]);
  return (
    <div className={styles.stage}>
      {waiting && (
        <div className={styles.stack}>
          <WaitingBox title="Waiting for your security key" untilMs={waitingUntilMs}>
            Touch it or answer the browser’s prompt.
          </WaitingBox>
          <Button size="big" wide autoFocus onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      <div className={waiting ? styles.covered : undefined} onFocus={(event) => (lastFocused.current = event.target)}>
        {children}
      </div>
    </div>
  );
}
