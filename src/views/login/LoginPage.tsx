import { useEffect, useState, type ReactNode } from 'react';
import type { Config } from '../../api/config.ts';
import { whenIdle } from '../../lib/whenIdle.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { ButtonLink } from '../../ui/plain/ButtonLink.tsx';
import { FrontPage } from '../../ui/plain/FrontPage.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { RECOVERY } from '../../wire/config.ts';
import { KeyPolicyText, NotEnabledText } from './ClosedCards.tsx';
import { EndedNote } from './EndedNote.tsx';
import styles from './login.module.css';
import { loginCard } from './loginCard.ts';
import { MotdCard } from './MotdCard.tsx';
import { SignInCard } from './SignInCard.tsx';

type Props = {
  config: Config;
  /** Why the last session ended, if it ended without being asked to. */
  ending?: string | undefined;
  /** This browser has a session already. */
  isSignedIn?: boolean | undefined;
  /** Where the sign-in leads, as a full address. By a full page load: it brings the new token along (http-auth §4.1). */
  entry: string;
  onSignedIn: () => void;
  /** Leaves for the reset link of this token. */
  onReset: (tokenId: string) => void;
};

const { Part: RecoveryCard, fetch: fetchRecovery } = lazyComponent(() => import('./RecoveryCard.tsx'), {
  what: 'The form for recovery codes',
});
/** `/web/login`. */
export default function LoginPage({ config, ending, isSignedIn = false, entry, onSignedIn, onReset }: Props) {
  const [motdAcknowledged, setMotdAcknowledged] = useState(false);
  const [refusedByKeyPolicy, setRefusedByKeyPolicy] = useState(false);
  const [recovering, setRecovering] = useState(false);
  const canRecover = config.auth.localAuthEnabled && config.extensions.includes(RECOVERY);
  useEffect(() => {
    if (canRecover) return whenIdle(() => void fetchRecovery());
  }, [canRecover]);

  const card = loginCard(config, { motdAcknowledged, refusedByKeyPolicy });
  const page = (title: string, children: ReactNode, wide = false) => (
    <>
      <title>Login</title>
      <FrontPage cluster={config.proxyCluster} title={title} wide={wide}>
        {children}
      </FrontPage>
    </>
  );
  switch (card.kind) {
    case 'motd':
      return page(
        'Before you sign in',
        <MotdCard text={card.text} onAcknowledge={() => setMotdAcknowledged(true)} />,
        true,
      );
    case 'keyPolicy':
      return page('Signing in from the web is off', <KeyPolicyText />);
    case 'notEnabled':
      return page('Login has not been enabled', <NotEnabledText />);
    case 'ways':
      if (recovering) {
        return page(
          'Use a recovery code',
          <RecoveryCard
            secondFactor={config.auth.secondFactor}
            onBack={() => setRecovering(false)}
            onReset={onReset}
          />,
        );
      }
      return page(
        'Sign in',
        <div className={styles.stack}>
          <EndedNote ending={ending} />
          {/* With a reason to be here again the console would only lead back to this page. */}
          {isSignedIn && ending === undefined && (
            <Note title="You are signed in already." actions={<ButtonLink href={entry}>Open the console</ButtonLink>}>
              Signing in again ends nothing else; this browser then goes on as who signs in here.
            </Note>
          )}
          <SignInCard
            config={config}
            ways={card.ways}
            entry={entry}
            onSignedIn={onSignedIn}
            onKeyPolicy={() => setRefusedByKeyPolicy(true)}
          >
            {canRecover && (
              <Button kind="quiet" size="big" wide onClick={() => setRecovering(true)}>
                Lost your password or device?
              </Button>
            )}
          </SignInCard>
        </div>,
      );
  }
}
