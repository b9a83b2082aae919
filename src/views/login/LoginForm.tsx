import type { Config } from '../../api/config.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInStage } from './SignInStage.tsx';
import { useSignIn } from './useSignIn.ts';

type Props = {
  config: Config;
  /** Sign in as this user and no other: the session of a page that stays. */
  lockedUser: string;
  onSignedIn: () => void;
  onKeyPolicy: () => void;
};

/** Password and second factor of a known user, for a dialog. A passkey would not do: it may be somebody else's. */
export function LoginForm({ config, lockedUser, onSignedIn, onKeyPolicy }: Props) {
  const signIn = useSignIn({ onSignedIn, onKeyPolicy });
  return (
    <SignInStage signIn={signIn}>
      <PasswordForm signIn={signIn} secondFactor={config.auth.secondFactor} lockedUser={lockedUser} primary />
    </SignInStage>
  );
}
