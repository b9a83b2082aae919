import { useEffect, useRef } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { CodeField } from '../../ui/plain/CodeField.tsx';
import type { IconName } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import type { TotpSetup } from '../../wire/webauthn.ts';
import login from '../login/login.module.css';
import { FACTOR_LABELS, type Factor } from '../login/secondFactors.ts';
import { SetupKey } from '../mfa/SetupKey.tsx';
import { DeviceNameField } from './DeviceNameField.tsx';
import styles from './invite.module.css';
import { checkDevice } from './newAccount.ts';
import { useStepForm, type StepProps } from './stepForm.ts';

const ICONS: Partial<Record<Factor, IconName>> = { key: 'key', otp: 'smartphone' };

type Props = StepProps & {
  factors: readonly Factor[];
  setup: TotpSetup;
  /** Another factor was chosen: the message about the previous one no longer applies. */
  onChoose: () => void;
  onBack: () => void;
};

/** Step 2: an authenticator, a hardware key, or none if the cluster allows that. */
export default function FactorStep(props: Props) {
  const { factors, setup, typed, onType, onChoose, onDone, onBack, button, busy, failure } = props;
  const { shown, submit, startAgain } = useStepForm(checkDevice(typed, typed.factor), onDone);
  const form = useRef<HTMLFormElement>(null);
  const failed = Boolean(failure);
  useEffect(() => {
    // The most likely cause: the code has expired.
    if (failed) form.current?.querySelector<HTMLElement>('[name=code]')?.focus();
  }, [failed]);
  const choose = (factor: Factor) => {
    startAgain();
    onChoose();
    onType({ factor, code: '' });
  };
  return (
    <form ref={form} className={login.form} noValidate onSubmit={submit}>
      {failure}
      {factors.length > 1 && (
        <Segmented
          label="Second factor"
          size="big"
          wide
          value={typed.factor}
          segments={FACTOR_LABELS}
          offered={factors}
          icons={ICONS}
          onChange={choose}
        />
      )}
      {typed.factor === 'otp' && (
        <>
          <Scan {...setup} />
          <div className={styles.pair}>
            <CodeField
              label="Code"
              name="code"
              size="big"
              autoFocus
              value={typed.code}
              error={shown.code}
              onChange={(code) => onType({ code })}
            />
            <DeviceNameField role="otp" typed={typed} onType={onType} error={shown.deviceName} />
          </div>
        </>
      )}
      {typed.factor === 'key' && (
        <>
          <p className={login.lead}>
            Name your key and have it ready. The browser asks you to touch it. At each sign-in you are asked for it
            after the password.
          </p>
          <DeviceNameField role="key" typed={typed} onType={onType} error={shown.deviceName} autoFocus />
        </>
      )}
      {typed.factor === 'none' && (
        <Note kind="warn" title="Anyone who learns your password can sign in as you.">
          A second factor prevents that. You can add one later in account settings.
        </Note>
      )}
      <div className="grid g8">
        <Button type="submit" kind="primary" size="big" wide busy={busy}>
          {button}
        </Button>
        {/* It appears below the pointer of a user who clicks "Continue" twice. */}
        <Button kind="quiet" size="big" wide icon="arrow-left" onClick={({ detail }) => detail < 2 && onBack()}>
          Back to password
        </Button>
      </div>
      {!factors.includes('none') && (
        <p className="t3 small">
          This cluster requires a second factor. You can add more devices later in account settings.
        </p>
      )}
    </form>
  );
}

const Scan = (setup: TotpSetup) => (
  <>
    <div className={styles.scan}>
      <img className={styles.qr} src={`data:image/png;base64,${setup.qrCode}`} alt="QR code for your authenticator" />
      <ol>
        <li>Open your authenticator</li>
        <li>
          Scan the QR code<span className={styles.onPhone}>, or press and hold it to open it on this phone</span>
        </li>
        <li>
          Type the <b>6 digits</b> it shows
        </li>
      </ol>
    </div>
    <div>
      <SetupKey {...setup} />
    </div>
  </>
);
