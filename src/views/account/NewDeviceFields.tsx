import { Suspense, use } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { CodeField } from '../../ui/plain/CodeField.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Ring } from '../../ui/plain/Waiting.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { CeremonyOutcome, codeError } from '../mfa/ProofPrompt.tsx';
import { SetupKey } from '../mfa/SetupKey.tsx';
import styles from './account.module.css';
import type { Picture, Purpose } from './useDevices.ts';
import type { NewDeviceForm } from './useNewDevice.ts';

type Props = {
  purpose: Purpose;
  form: NewDeviceForm;
  picture: Promise<Picture> | undefined;
  /** Requests another QR code after the first one failed to load. */
  onPictureAgain: () => void;
};

/** The inputs of a new device: its kind, its name, and the proof that it works. */
export function NewDeviceFields({ purpose, form, picture, onPictureAgain }: Props) {
  const { kinds, kind, chooseKind, name, typeName, nameError, code, typeCode, state, isBusy, off } = form;
  const nameField = (
    <TextField
      label="Device name"
      autoComplete="off"
      autoFocus={kind === 'key'}
      readOnly={isBusy}
      value={name}
      error={nameError}
      help="Shown in this list and in the audit log"
      onChange={typeName}
    />
  );
  return (
    <div className={styles.fields}>
      {kinds.length > 1 && (
        <Segmented
          label="Kind of device"
          wide
          value={kind}
          segments={{ otp: 'Authenticator', key: 'Hardware key' }}
          offered={kinds}
          icons={{ otp: 'smartphone', key: 'key' }}
          onChange={chooseKind}
        />
      )}
      {kind === 'otp' ? (
        <div className={styles.scan}>
          {picture && (
            <Suspense fallback={<QrFrame busy />}>
              <Qr picture={picture} onAgain={onPictureAgain} />
            </Suspense>
          )}
          <div className={styles.fields}>
            <p>
              Scan the QR code with your authenticator
              <span className={styles.onPhone}>, or press and hold it to open it on this phone</span>, then type the 6
              digits it shows.
            </p>
            <CodeField
              label="Code"
              autoFocus
              readOnly={isBusy}
              value={code}
              error={codeError(state)}
              onChange={typeCode}
            />
            {nameField}
          </div>
        </div>
      ) : (
        <>
          <p>{HINTS[purpose]}</p>
          {off !== undefined && (
            <Note kind="warn" title="This browser cannot use hardware keys here.">
              WebAuthn is not available on this page. Open Postern over HTTPS in a current browser.
            </Note>
          )}
          {nameField}
        </>
      )}
      <CeremonyOutcome state={state} waiting={WAITS[purpose]} />
    </div>
  );
}

const WAITS: Readonly<Record<Purpose, string>> = {
  passkey: 'Waiting for the passkey',
  factor: 'Waiting for the new key',
};
const HINTS: Readonly<Record<Purpose, string>> = {
  passkey:
    'The browser asks where to save the passkey: on this device, a phone or a hardware key. Using it requires a PIN, a fingerprint or face recognition.',
  factor: 'Name the key, then touch it when the browser asks. You are asked for it after the password.',
};

const QrFrame = ({ busy, src }: { busy?: boolean; src?: string }) => (
  <div className={styles.qr} aria-busy={busy}>
    {src === undefined ? busy && <Ring size={20} /> : <img src={src} alt="QR code for your authenticator" />}
  </div>
);

function Qr({ picture, onAgain }: { picture: Promise<Picture>; onAgain: () => void }) {
  const result = use(picture);
  if (result.ok)
    return (
      <>
        <QrFrame src={`data:image/png;base64,${result.qrCode}`} />
        <div className={styles.setupKey}>
          <SetupKey {...result} />
        </div>
      </>
    );
  return (
    <Note kind="danger" title="Could not load the QR code." actions={<Button onClick={onAgain}>Try again</Button>}>
      {describeFailure(result.error).why}.
    </Note>
  );
}
