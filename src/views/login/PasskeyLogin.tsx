import { Button } from '../../ui/plain/Button.tsx';
import { loadKeySignIn } from './keys.ts';
import styles from './login.module.css';
import type { SignIn } from './useSignIn.ts';

/** Signs in with only a passkey, which identifies the user. */
export const PasskeyLogin = ({ signIn: { attempt, run }, primary }: { signIn: SignIn; primary: boolean }) => (
  <div className={styles.choices}>
    <Button
      kind={primary ? 'primary' : 'plain'}
      size="big"
      wide
      icon="fingerprint"
      autoFocus={primary}
      busy={attempt.kind === 'running' && attempt.method === 'passkey' ? 'Signing in' : undefined}
      onClick={() => run('passkey', async (options) => (await loadKeySignIn()).signInWithPasskey(options))}
    >
      Use a passkey
    </Button>
    <PasskeyNotice />
  </div>
);

/** Between two alternatives. */
export const Divider = () => (
  <p className={styles.or} aria-hidden>
    or
  </p>
);

/** screens §2.4: the notice in Firefox, which leaves passkeys to the system. */
export const PasskeyNotice = () =>
  navigator.userAgent.includes('Firefox/') && (
    <p className="t3 small">Firefox cannot use passkeys on every system. You may need another way to sign in.</p>
  );
