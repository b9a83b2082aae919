import { Button } from '../../ui/plain/Button.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import login from '../login/login.module.css';
import { PasskeyNotice } from '../login/PasskeyLogin.tsx';
import { DeviceNameField } from './DeviceNameField.tsx';
import { checkDevice } from './newAccount.ts';
import { useStepForm, type StepProps } from './stepForm.ts';

type Props = StepProps & { user: string };

/** An account without a password: the user only signs in with a passkey. */
export function PasskeyStep({ user, typed, onType, onDone, button, busy, failure }: Props) {
  const { shown, submit } = useStepForm(checkDevice(typed, 'passkey'), onDone);
  return (
    <form className={login.form} noValidate onSubmit={submit}>
      {failure}
      <TextField label="Username" name="username" autoComplete="username" size="big" readOnly value={user} />
      <DeviceNameField role="passkey" typed={typed} onType={onType} error={shown.deviceName} autoFocus />
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
