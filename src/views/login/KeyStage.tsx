import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { WaitingBox } from '../../ui/plain/Waiting.tsx';
import styles from './login.module.css';

type Props = {
  /** When the browser's key prompt ends. Undefined while there is none. */
  waitingUntilMs: number | undefined;
  onCancel: () => void;
  children: ReactNode;
};

/**
 * Shows that the browser waits for a key, in place of its content. The content keeps its size and input, and gets its
 * focus back.
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
