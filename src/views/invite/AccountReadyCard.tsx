import { useState } from 'react';
import { reportBeforeSignIn, type AccountReady } from '../../api/auth.ts';
import type { Config } from '../../api/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { FrontPage } from '../../ui/plain/FrontPage.tsx';
import { KeyPolicyText } from '../login/KeyPolicyText.tsx';
import login from '../login/login.module.css';
import { INVITE_MESSAGES, type LinkKind } from './inviteMessages.ts';
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx';
import { stepLabels, type Flow, Steps } from './Steps.tsx';

type Props = { kind: LinkKind; config: Config; flow: Flow; user: string; account: AccountReady; onDone: () => void };

/** Recovery codes first, if there are any, and then the link to continue, if there is one. */
export default function AccountReadyCard({ kind, config, flow, user, account, onDone }: Props) {
  const words = INVITE_MESSAGES[kind];
  const [codesKept, setCodesKept] = useState(false);
  if (account.recovery && !codesKept) {
    return (
      <FrontPage cluster={config.proxyCluster} title="Keep your recovery codes" wide>
        <Steps config={config} flow={flow} current={stepLabels(config, flow).length - 1} />
        <RecoveryCodesStep
          recovery={account.recovery}
          user={user}
          oldCodes={words.oldCodes}
          onKept={(how) => reportBeforeSignIn(`tp.ui.recoveryCodes${how}.click`, user)}
          onDone={() => {
            reportBeforeSignIn('tp.ui.recoveryCodesContinue.click', user);
            setCodesKept(true);
          }}
        />
      </FrontPage>
    );
  }
  if (account.privateKeyPolicyEnabled) {
    return (
      <FrontPage cluster={config.proxyCluster} title={words.done}>
        <KeyPolicyText />
      </FrontPage>
    );
  }
  const open = () => {
    reportBeforeSignIn('tp.ui.onboard.completeGoToDashboard.click', user);
    onDone();
  };
  return (
    <FrontPage cluster={config.proxyCluster} title={words.done}>
      <div className={login.stack}>
        <p className={login.lead}>You are signed in as {user}.</p>
        <Button kind="primary" size="big" wide autoFocus onClick={open}>
          Open the console
        </Button>
      </div>
    </FrontPage>
  );
}
