import { Fragment } from 'react';
import type { Config } from '../../api/config.ts';
import { useKeys } from './useKeys.ts';
import { OrLine } from './OrLine.tsx';
import { PasskeyWay } from './PasskeyWay.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInStage } from './SignInStage.tsx';
import { SsoWays } from './SsoWays.tsx';
import { useSignIn } from './useSignIn.ts';
import type { Way } from './waysIn.ts';

type Props = {
  config: Config;
  /** The preferred one first. */
  ways: readonly Way[];
  /** Where the sign-in leads, as a full address. */
  entry: string;
  onSignedIn: () => void;
  onKeyPolicy: () => void;
};

/** Every way in, one below the other. */
export function SignInCard({ config: { auth }, ways, entry, onSignedIn, onKeyPolicy }: Props) {
  const signIn = useSignIn({ onSignedIn, onKeyPolicy });
  const offersPasskeys = ways.includes('passkey');
  useKeys(signIn, { offersPasskeys });
  const parts = {
    password: (primary: boolean) => (
      <PasswordForm
        signIn={signIn}
        secondFactor={auth.secondFactor}
        primary={primary}
        offersPasskeys={offersPasskeys}
      />
    ),
    passkey: (primary: boolean) => <PasskeyWay signIn={signIn} primary={primary} />,
    sso: (primary: boolean) => <SsoWays providers={auth.providers} entry={entry} primary={primary} />,
  } satisfies Record<Way, unknown>;
  return (
    <SignInStage signIn={signIn}>
      {ways.map((way, i) => (
        <Fragment key={way}>
          {(i === 1 || (i > 1 && way === 'password')) && <OrLine />}
          {parts[way](i === 0)}
        </Fragment>
      ))}
    </SignInStage>
  );
}
