import { useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { CodeField } from '../../ui/plain/CodeField.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import login from '../login/login.module.css';
import { FACTOR_LABELS } from '../login/secondFactors.ts';
import type { Factor } from '../login/secondFactors.ts';
import styles from './invite.module.css';
import { checkFactor, hasErrors } from './newAccount.ts';
import type { NewAccount } from './newAccount.ts';

type Props = {
  factors: readonly Factor[];
  qrCode: string;
  typed: NewAccount;
  onType: (part: Partial<NewAccount>) => void;
  onDone: () => void;
  onBack: () => void;
  button: string;
  busy: string | undefined;
  failure: ReactNode;
};

/** Step 2: an authenticator, or none where the cluster leaves it open. */
export function FactorStep({ factors, qrCode, typed, onType, onDone, onBack, button, busy, failure }: Props) {
  const [tried, setTried] = useState(false);
  const errors = checkFactor(typed);
  const shown = tried ? errors : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!hasErrors(errors)) onDone();
  };
  const choose = (factor: Factor) => {
    setTried(false);
    onType({ factor, code: '' });
  };
  return (
    <form className={login.form} noValidate onSubmit={submit}>
      {failure}
      {factors.length > 1 && (
        <Segmented
          label="Second factor"
          size="big"
          wide
          value={typed.factor}
          segments={factors.map((factor) => ({
            value: factor,
            label: FACTOR_LABELS[factor],
            ...(factor === 'otp' && { icon: 'smartphone' }),
          }))}
          onChange={choose}
        />
      )}
      {typed.factor === 'otp' ? (
        <>
          <Scan qrCode={qrCode} />
          <div className={styles.pair}>
            <CodeField
              label="Code"
              size="big"
              autoFocus
              value={typed.code}
              error={shown.code}
              onChange={(code) => onType({ code })}
            />
            <TextField
              label="Device name"
              size="big"
              autoComplete="off"
              value={typed.deviceName}
              error={shown.deviceName}
              onChange={(deviceName) => onType({ deviceName })}
            />
          </div>
        </>
      ) : (
        <Note kind="warn" title="Whoever learns your password can sign in as you.">
          A second factor prevents that. One can be added later in account settings.
        </Note>
      )}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" size="big" wide busy={busy}>
          {button}
        </Button>
        <Button kind="quiet" size="big" wide icon="arrow-left" onClick={onBack}>
          Back to password
        </Button>
      </div>
      {factors.length === 1 && (
        <p className="t3 small">
          This cluster asks everyone for a second factor. More devices can be added later in account settings.
        </p>
      )}
    </form>
  );
}

const Scan = ({ qrCode }: { qrCode: string }) => (
  <div className={styles.scan}>
    <img className={styles.qr} src={`data:image/png;base64,${qrCode}`} alt="QR code for your authenticator" />
    <ol>
      <li>Open your authenticator</li>
      <li>
        Scan the picture<span className={styles.onPhone}>, or hold it to open it on this phone</span>
      </li>
      <li>
        Type the <b>6 digits</b> it shows
      </li>
    </ol>
  </div>
);
