import type { Config } from '../../api/config.ts';
import styles from './login.module.css';
import { PasskeyLogin, Divider } from './PasskeyLogin.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInStage } from './SignInStage.tsx';
import { useSignIn } from './useSignIn.ts';

type Props = {
  config: Config;
  /** Only this user can sign in: the page belongs to their session. */
  lockedUser: string;
  hasPassword: boolean;
  /** With a passkey this can be another user: the caller must check. */
  onSignedIn: () => void;
  onKeyPolicy: () => void;
};

/** The sign-in methods of a known user, for a dialog. */
export function LoginForm({ config: { auth }, lockedUser, hasPassword, onSignedIn, onKeyPolicy }: Props) {
  const signIn = useSignIn({ onSignedIn, onKeyPolicy });
  return (
    <SignInStage signIn={signIn}>
      {hasPassword && <PasswordForm signIn={signIn} secondFactor={auth.secondFactor} lockedUser={lockedUser} primary />}
      {hasPassword && auth.allowPasswordless && <Divider />}
      {auth.allowPasswordless && (
        <div className={styles.choices}>
          <PasskeyLogin signIn={signIn} primary={!hasPassword} />
          <p className="t3 small">
            Choose a passkey of {lockedUser}. Another user’s passkey opens the console as that user.
          </p>
        </div>
      )}
    </SignInStage>
  );
}
