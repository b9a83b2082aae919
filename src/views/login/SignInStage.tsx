import type { ReactNode } from 'react';
import { Note } from '../../ui/plain/Note.tsx';
import { KeyStage } from './KeyStage.tsx';
import styles from './login.module.css';
import type { SignIn } from './useSignIn.ts';

/** The container of sign-in methods: shows the error above them, and the wait for a key. */
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
