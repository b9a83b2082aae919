import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Config } from '../../api/config.ts';
import { FrontPage } from '../../ui/plain/FrontPage.tsx';
import { KeyPolicyText, NotEnabledText, SsoOnlyText } from './ClosedCards.tsx';
import { EndedNote } from './EndedNote.tsx';
import styles from './login.module.css';
import { LoginForm } from './LoginForm.tsx';
import { loginCard } from './loginCard.ts';
import { MotdCard } from './MotdCard.tsx';

type Props = {
  config: Config;
  /** Why the last session ended, if it ended without being asked to. */
  ending?: string | undefined;
  /** Leaves for the page that was wanted, by a full page load: it brings the new token along (http-auth §4.1). */
  onSignedIn: () => void;
};

/** `/web/login`. */
export default function LoginPage({ config, ending, onSignedIn }: Props) {
  const [motdAcknowledged, setMotdAcknowledged] = useState(false);
  const [refusedByKeyPolicy, setRefusedByKeyPolicy] = useState(false);
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
    case 'ssoOnly':
      return page('Sign in', <SsoOnlyText providers={card.providers} />);
    case 'form':
      return page(
        'Sign in',
        <div className={styles.stack}>
          <EndedNote ending={ending} />
          <LoginForm config={config} onSignedIn={onSignedIn} onKeyPolicy={() => setRefusedByKeyPolicy(true)} />
        </div>,
      );
  }
}
