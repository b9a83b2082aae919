import type { ReactNode } from 'react';
import { Note } from '../../ui/plain/Note.tsx';
import { KeyStage } from './KeyStage.tsx';
import styles from './login.module.css';
import type { SignIn } from './useSignIn.ts';

/** Where ways in stand: what went wrong above them, and the waiting for a key. */
export const SignInStage = ({ signIn: { attempt, cancel }, children }: { signIn: SignIn; children: ReactNode }) => (
  <KeyStage waitingUntilMs={attempt.kind === 'waiting' ? attempt.untilMs : undefined} onCancel={cancel}>
    <div className={styles.stack}>
      {attempt.kind === 'failed' && (
        <Note kind="danger" title="You are not signed in.">
          {attempt.why}
        </Note>
      )}
      {children}
    </div>
  </KeyStage>
);
