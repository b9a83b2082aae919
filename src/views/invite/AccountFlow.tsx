import { useEffect } from 'react';
import type { PasswordToken } from '../../api/auth.ts';
import { keysWork } from '../../lib/keysWork.ts';
import { whenIdle } from '../../lib/work.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { FrontPage } from '../../ui/plain/FrontPage.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { StepSlider } from '../../ui/plain/StepSlider.tsx';
import { KeyStage } from '../login/KeyStage.tsx';
import login from '../login/login.module.css';
import { Divider } from '../login/PasskeyLogin.tsx';
import { factorsFor, usableFactor } from '../login/secondFactors.ts';
import { loginMethods } from '../login/loginMethods.ts';
import styles from './invite.module.css';
import { INVITE_MESSAGES, type LinkPage } from './inviteMessages.ts';
import { PasskeyStep } from './PasskeyStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { flowsFor, type FlowMove, type Flow, Steps } from './Steps.tsx';
import { AccountReadyCard, FactorStep, fetchAhead } from './later.ts';
import { checkPassword, hasErrors } from './newAccount.ts';
import { useFlowSteps } from './useFlowSteps.ts';
import { useNewAccount } from './useNewAccount.ts';

type Props = LinkPage & {
  token: PasswordToken;
  /** The account exists: no way may lead back to the forms. */
  onReady: () => void;
  onDead: () => void;
  /** Opens the console with a full page load, which contains the token of the new session. */
  onDone: () => void;
};

/** A password with a second factor, or a passkey, and the steps after the server has accepted them. */
export function AccountFlow({ kind, config, token, loginUrl, onReady, onDead, onDone }: Props) {
  const { auth } = config;
  const factors = factorsFor(auth.secondFactor);
  const flows = flowsFor(config);
  const { typed, type, progress, send, cancel, forget, setup, renewQrCode } = useNewAccount({
    token,
    secondFactor: auth.secondFactor,
    factor: usableFactor(factors, keysWork()),
    onReady,
    onDead,
  });
  const { at, go: goTo } = useFlowSteps({
    flows,
    first: loginMethods(auth)[0] === 'passkey' ? 'passkey' : 'account',
    isReachable: (index) => index === 0 || !hasErrors(checkPassword(typed, auth.passwordMin)),
    onMove: forget,
  });
  useEffect(() => whenIdle(fetchAhead), []);
  const words = { ...INVITE_MESSAGES[kind], ...(at.flow === 'passkey' && INVITE_MESSAGES[kind].passkey) };

  if (progress.kind === 'ready') {
    const { account } = progress;
    return (
      <AccountReadyCard
        kind={kind}
        config={config}
        flow={at.flow}
        user={token.user}
        account={account}
        onDone={onDone}
      />
    );
  }
  const step = flows[at.flow][at.index] ?? 'password';
  const isLast = at.index === flows[at.flow].length - 1;
  const go = (to: FlowMove<Flow>) => {
    forget();
    goTo(to);
  };
  const shared = {
    typed,
    onType: type,
    busy: progress.kind === 'typing' || progress.kind === 'failed' ? undefined : words.finishing,
    failure: progress.kind === 'failed' && (
      <Note
        kind="danger"
        title={progress.isUnknown ? words.unknown : words.failed}
        actions={progress.isCodeRefused && <Button onClick={renewQrCode}>New QR code</Button>}
      >
        {progress.why}.{' '}
        {progress.isUnknown ? (
          <a className="link" href={loginUrl}>
            Try to sign in
          </a>
        ) : (
          'What you typed is kept'
        )}
        .{progress.isCodeRefused && CODE_REFUSED}
      </Note>
    ),
  };
  const parts = {
    password: () => (
      <div className={login.stack}>
        <PasswordStep
          {...shared}
          user={token.user}
          minLength={auth.passwordMin}
          labels={words}
          onDone={() => (isLast ? send('none') : go({ to: 'next' }))}
          button={isLast ? words.finish : 'Continue to second factor'}
        />
        {auth.allowPasswordless && (
          <>
            <Divider />
            <Button
              size="big"
              wide
              icon="fingerprint"
              onClick={() => go({ to: 'flow', flow: 'passkey', direction: 'forward' })}
            >
              Use a passkey instead of a password
            </Button>
          </>
        )}
      </div>
    ),
    factor: () => (
      <FactorStep
        {...shared}
        factors={factors}
        setup={setup}
        onChoose={forget}
        onDone={() => send(typed.factor)}
        onBack={() => go({ to: 'previous' })}
        button={words.finish}
      />
    ),
    passkey: () => (
      <div className={login.stack}>
        <PasskeyStep {...shared} user={token.user} onDone={() => send('passkey')} button={words.finish} />
        <Divider />
        <Button size="big" wide onClick={() => go({ to: 'flow', flow: 'account', direction: 'backward' })}>
          Use a password instead
        </Button>
      </div>
    ),
  };
  const lead = step === 'factor' ? undefined : words.lead;
  return (
    <FrontPage cluster={config.proxyCluster} title={step === 'factor' ? 'Add a second factor' : words.title}>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      <Steps
        config={config}
        flow={at.flow}
        current={at.index}
        withDevice={step !== 'factor' || typed.factor !== 'none'}
      />
      <KeyStage waitingUntilMs={progress.kind === 'waiting' ? progress.untilMs : undefined} onCancel={cancel}>
        <StepSlider step={step} direction={at.direction}>
          {parts[step]()}
        </StepSlider>
      </KeyStage>
    </FrontPage>
  );
}

/** Each opening of the link creates a new secret (http-auth §7.2). */
const CODE_REFUSED =
  ' Type the next code. If it is refused too, this link was opened elsewhere since: show a new QR code, scan it and delete the earlier entry in your authenticator.';
