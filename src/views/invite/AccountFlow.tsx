import { useState } from 'react';
import { reportBeforeSignIn } from '../../api/auth.ts';
import type { AccountReady, PasswordToken } from '../../api/auth.ts';
import type { Config } from '../../api/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { firstStep, move } from '../../ui/plain/flow.ts';
import { FrontPage } from '../../ui/plain/FrontPage.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { StepLine } from '../../ui/plain/StepLine.tsx';
import { StepSlider } from '../../ui/plain/StepSlider.tsx';
import { KeyPolicyText } from '../login/ClosedCards.tsx';
import login from '../login/login.module.css';
import { factorsFor } from '../login/secondFactors.ts';
import { FactorStep } from './FactorStep.tsx';
import styles from './invite.module.css';
import { INVITE_WORDS } from './inviteWords.ts';
import type { LinkKind } from './inviteWords.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx';
import { useNewAccount } from './useNewAccount.ts';

type Props = {
  kind: LinkKind;
  config: Config;
  token: PasswordToken;
  /** Leaves for the console, by a full page load: it brings the token of the new session along. */
  onDone: () => void;
};

const asksFactor = ({ auth }: Config): boolean => auth.secondFactor !== 'off';
const stepsOf = ({ recoveryCodesEnabled }: Config): string[] => [
  'Password',
  'Second factor',
  ...(recoveryCodesEnabled ? ['Recovery codes'] : []),
];

/** Password, second factor, and what follows once the server has agreed. */
export function AccountFlow({ kind, config, token, onDone }: Props) {
  const words = INVITE_WORDS[kind];
  const factors = factorsFor(config.auth.secondFactor);
  const flows = { account: asksFactor(config) ? (['password', 'factor'] as const) : (['password'] as const) };
  const [at, setAt] = useState(firstStep<keyof typeof flows>('account'));
  const { typed, type, progress, send } = useNewAccount(token, factors[0] ?? 'none');

  if (progress.kind === 'ready') {
    return <Ready kind={kind} config={config} user={token.user} account={progress.account} onDone={onDone} />;
  }
  const step = flows.account[at.index] ?? 'password';
  const busy = progress.kind === 'sending' ? words.finishing : undefined;
  const failure = progress.kind === 'failed' && (
    <Note kind="danger" title={words.failed}>
      {progress.why}. What you typed is kept.
    </Note>
  );
  return (
    <FrontPage cluster={config.proxyCluster} title={step === 'password' ? words.title : 'Add a second factor'}>
      {step === 'password' && <p className={styles.lead}>{words.lead}</p>}
      {asksFactor(config) && (
        <div className={styles.steps}>
          <StepLine steps={stepsOf(config)} current={at.index} />
        </div>
      )}
      <StepSlider step={step} direction={at.direction}>
        {step === 'password' ? (
          <PasswordStep
            user={token.user}
            labels={words}
            typed={typed}
            onType={type}
            onDone={() => (asksFactor(config) ? setAt(move(flows, at, { to: 'next' })) : void send())}
            button={asksFactor(config) ? 'Continue to second factor' : words.finish}
            busy={busy}
            failure={!asksFactor(config) && failure}
          />
        ) : factors.length === 0 ? (
          <Note kind="warn" title="A hardware key is needed.">
            This cluster takes no other second factor, and this console cannot register hardware keys.
          </Note>
        ) : (
          <FactorStep
            factors={factors}
            qrCode={token.qrCode}
            typed={typed}
            onType={type}
            onDone={() => void send()}
            onBack={() => setAt(move(flows, at, { to: 'previous' }))}
            button={words.finish}
            busy={busy}
            failure={failure}
          />
        )}
      </StepSlider>
    </FrontPage>
  );
}

type ReadyProps = Omit<Props, 'token'> & { user: string; account: AccountReady };

/** Recovery codes first, where there are any; then the way on, if there is one. */
function Ready({ kind, config, user, account, onDone }: ReadyProps) {
  const words = INVITE_WORDS[kind];
  const [codesKept, setCodesKept] = useState(false);
  if (account.recovery && !codesKept) {
    return (
      <FrontPage cluster={config.proxyCluster} title="Keep your recovery codes" wide>
        {asksFactor(config) && (
          <div className={styles.steps}>
            <StepLine steps={stepsOf(config)} current={2} />
          </div>
        )}
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
