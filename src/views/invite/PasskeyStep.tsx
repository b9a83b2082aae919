import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { focusFirstError } from '../../ui/plain/Field.tsx';
import login from '../login/login.module.css';
import { PasskeyNotice } from '../login/PasskeyLogin.tsx';
import { DeviceNameField } from './DeviceNameField.tsx';
import { checkDevice, hasErrors, type NewAccount } from './newAccount.ts';

type Props = {
  user: string;
  typed: NewAccount;
  onType: (part: Partial<NewAccount>) => void;
  onDone: () => void;
  button: string;
  busy: string | undefined;
  failure: ReactNode;
};

/** An account without a password: a passkey alone signs in. */
export function PasskeyStep({ user, typed, onType, onDone, button, busy, failure }: Props) {
  const [tried, setTried] = useState(false);
  const errors = checkDevice(typed, 'passkey');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (hasErrors(errors)) focusFirstError(event.currentTarget);
    else onDone();
  };
  return (
    <form className={login.form} noValidate onSubmit={submit}>
      {failure}
      <TextField label="Username" name="username" autoComplete="username" size="big" readOnly value={user} />
      <DeviceNameField
        role="passkey"
        typed={typed}
        onType={onType}
        error={tried ? errors.deviceName : undefined}
        autoFocus
      />
      <p className={login.lead}>
        The browser asks where to save it: on this device, your phone or a hardware key. A fingerprint, face or PIN
        replaces the password.
      </p>
      <Button type="submit" kind="primary" size="big" wide icon="fingerprint" busy={busy}>
        {button}
      </Button>
      <PasskeyNotice />
    </form>
  );
}
