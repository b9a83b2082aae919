import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Config } from '../../api/config.ts';
import { session } from '../../api/session.ts';
import { textAt } from '../../lib/json.ts';
import { whenIdle } from '../../lib/work.ts';
import { Button, ButtonLink } from '../../ui/plain/Button.tsx';
import { FrontPage } from '../../ui/plain/FrontPage.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { RECOVERY } from '../../wire/config.ts';
import { KeyPolicyText } from './KeyPolicyText.tsx';
import styles from './login.module.css';
import { loginCard } from './loginCard.ts';
import type { RecoveryForm } from './recoveryForm.ts';
import { SignInCard } from './SignInCard.tsx';

type Props = {
  config: Config;
  /** Why the last session ended, if the user did not sign out. */
  ending?: string | undefined;
  /** This browser has a session already. */
  isSignedIn?: boolean | undefined;
  /** The target of the sign-in, as a full address. A full page load brings the new token (http-auth §4.1). */
  entry: string;
  onSignedIn: () => void;
  /** Opens the reset link of this token. */
  onReset: (tokenId: string) => void;
};

const { Part: RecoveryCard, fetch: fetchRecovery } = lazyComponent(() => import('./RecoveryCard.tsx'), {
  name: 'The recovery form',
});
const watchHistory = (listener: () => void) => {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
};
const isAtRecovery = (): boolean => textAt(history.state, 'card') === 'recovery';
/** A separate history entry: Back leads to the sign-in, and Forward to the input (D-411). */
const openRecovery = () => {
  history.pushState({ card: 'recovery' }, '');
  dispatchEvent(new PopStateEvent('popstate'));
};

/** `/web/login`. */
export default function LoginPage({ config, ending, isSignedIn = false, entry, onSignedIn, onReset }: Props) {
  const [motdAcknowledged, setMotdAcknowledged] = useState(false);
  const [refusedByKeyPolicy, setRefusedByKeyPolicy] = useState(false);
  const recovering = useSyncExternalStore(watchHistory, isAtRecovery);
  const [recovery, setRecovery] = useState<RecoveryForm>({
    user: '',
    code: '',
    has: 'password',
    password: '',
    otp: '',
  });
  /** The user signed in, in another tab, after this page was opened. */
  const [hasSignedIn, setHasSignedIn] = useState(false);
  useEffect(() => {
    const look = () => setHasSignedIn(session.timeLeftMs() > 0);
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
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
      return page('Sign-in from the web is turned off', <KeyPolicyText />);
    case 'notEnabled':
      return page(
        'Login has not been enabled',
        <p className={styles.lead}>
          Login has not been enabled: this cluster has neither local accounts nor an identity provider. An administrator
          must turn one of them on.
        </p>,
      );
    case 'methods':
      if (recovering && canRecover) {
        return page(
          'Use a recovery code',
          <RecoveryCard
            secondFactor={config.auth.secondFactor}
            typed={recovery}
            onType={setRecovery}
            onBack={() => history.back()}
            onReset={onReset}
          />,
        );
      }
      return page(
        'Sign in',
        <div className={styles.stack}>
          {!hasSignedIn && <EndedNote ending={ending} />}
          {/* With a reason to be here again the console would only lead back to this page. */}
          {(hasSignedIn || (isSignedIn && ending === undefined)) && (
            <Note title="You are signed in already." actions={<ButtonLink href={entry}>Open the console</ButtonLink>}>
              Signing in again does not end other sessions. If another user signs in, this browser continues as that
              user and closes its terminals.
            </Note>
          )}
          <SignInCard
            config={config}
            methods={card.methods}
            entry={entry}
            onSignedIn={onSignedIn}
            onKeyPolicy={() => setRefusedByKeyPolicy(true)}
          >
            {canRecover && (
              <Button kind="quiet" size="big" wide onClick={openRecovery}>
                Lost your password or device?
              </Button>
            )}
          </SignInCard>
        </div>,
      );
  }
}

/** The message of the day. A blank line starts a paragraph. The first of several is the heading. */
function MotdCard({ text, onAcknowledge }: { text: string; onAcknowledge: () => void }) {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return (
    <>
      {/* Long messages scroll: the box is a tab stop, so that keys can scroll it too. */}
      <section className={styles.motd} aria-label="Message of the day" tabIndex={0}>
        {paragraphs.map((paragraph, i) => (
          <p key={i}>{paragraph}</p>
        ))}
      </section>
      <div className={styles.acknowledge}>
        <span className="t3 small">Shown once for each sign-in</span>
        <Button kind="primary" size="form" autoFocus onClick={onAcknowledge}>
          Acknowledge and continue
        </Button>
      </div>
    </>
  );
}

const ENDINGS = new Map<string | undefined, readonly [title: string, text: string]>([
  ['expired', ['Your sign-in has ended.', 'Sign in to continue where you were. Unsaved documents are kept as drafts.']],
  [
    'signedOutElsewhere',
    [
      'You were signed out in another tab.',
      'Sign in to continue where you were. Unsaved documents are kept as drafts.',
    ],
  ],
  [
    'refused',
    [
      'The server has ended your session.',
      'You or an administrator signed it out, or it has expired. Sign in to continue where you were. Unsaved documents are kept as drafts.',
    ],
  ],
  [
    'lockedOut',
    [
      'You were signed out after too many wrong passwords.',
      'The account is locked for some minutes. After that the right password works again.',
    ],
  ],
  [
    'inactive',
    [
      'You were signed out after a time without activity.',
      'Sign in to continue where you were. Unsaved documents are kept as drafts.',
    ],
  ],
]);

/** The reason for the sign-out. `ending` is the value that the session keeper stored. Unknown values show nothing. */
function EndedNote({ ending }: { ending: string | undefined }) {
  const words = ENDINGS.get(ending);
  return words && <Note title={words[0]}>{words[1]}</Note>;
}
