import { Fragment, type ReactNode } from 'react';
import type { Config } from '../../api/config.ts';
import styles from './login.module.css';
import { PasskeyLogin, Divider } from './PasskeyLogin.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { factorsFor } from './secondFactors.ts';
import { SignInStage } from './SignInStage.tsx';
import { SsoLogin } from './SsoLogin.tsx';
import { useKeys } from './useKeys.ts';
import { useSignIn } from './useSignIn.ts';
import type { LoginMethod } from './loginMethods.ts';

type Props = {
  config: Config;
  /** The preferred method first. */
  methods: readonly LoginMethod[];
  /** The target of the sign-in, as a full address. */
  entry: string;
  onSignedIn: () => void;
  onKeyPolicy: () => void;
  /** Below the methods. Hidden while the browser's key prompt is open. */
  children?: ReactNode;
};

/** All sign-in methods, one below the other. */
export function SignInCard({ config: { auth }, methods, entry, onSignedIn, onKeyPolicy, children }: Props) {
  const signIn = useSignIn({ onSignedIn, onKeyPolicy });
  const offersPasskeys = methods.includes('passkey');
  const takesKeys = offersPasskeys || factorsFor(auth.secondFactor).includes('key');
  useKeys(signIn, { takesKeys, offersPasskeys });
  const parts = {
    password: (primary: boolean) => (
      <PasswordForm
        signIn={signIn}
        secondFactor={auth.secondFactor}
        primary={primary}
        offersPasskeys={offersPasskeys}
      />
    ),
    passkey: (primary: boolean) => <PasskeyLogin signIn={signIn} primary={primary} />,
    sso: (primary: boolean) => <SsoLogin providers={auth.providers} entry={entry} primary={primary} />,
  } satisfies Record<LoginMethod, unknown>;
  return (
    <SignInStage signIn={signIn}>
      {groupsOf(methods).map((group, i) => (
        <Fragment key={group[0]}>
          {i > 0 && <Divider />}
          <div className={styles.choices}>
            {group.map((method) => (
              <Fragment key={method}>{parts[method](method === methods[0])}</Fragment>
            ))}
          </div>
        </Fragment>
      ))}
      {children}
    </SignInStage>
  );
}

/** The preferred method and the form are separate groups. Methods with only a button share a group. */
const groupsOf = ([first, ...others]: readonly LoginMethod[]): LoginMethod[][] =>
  [
    first ? [first] : [],
    others.filter((method) => method !== 'password'),
    others.filter((method) => method === 'password'),
  ].filter((group) => group.length > 0);
