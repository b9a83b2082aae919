import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { focusFirstError } from '../../ui/plain/Field.tsx';
import login from '../login/login.module.css';
import { checkPassword, hasErrors, type NewAccount } from './newAccount.ts';

type Props = {
  user: string;
  /** Fewest characters. */
  minLength: number;
  labels: { password: string; again: string };
  typed: NewAccount;
  onType: (part: Partial<NewAccount>) => void;
  onDone: () => void;
  button: string;
  /** The verb in progress, where this step is the last. */
  busy: string | undefined;
  /** Above the fields: what went wrong. */
  failure: ReactNode;
};

/** Step 1: the password, twice. */
export function PasswordStep({ user, minLength, labels, typed, onType, onDone, button, busy, failure }: Props) {
  const [tried, setTried] = useState(false);
  const errors = checkPassword(typed, minLength);
  const shown = tried ? errors : {};
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (hasErrors(errors)) focusFirstError(event.currentTarget);
    else onDone();
  };
  const count = typed.password.length;
  return (
    <form className={login.form} noValidate onSubmit={submit}>
      {failure}
      <TextField label="Username" name="username" autoComplete="username" size="big" readOnly value={user} />
      <PasswordField
        label={labels.password}
        name="new-password"
        autoComplete="new-password"
        size="big"
        autoFocus
        value={typed.password}
        error={shown.password}
        help={`At least ${minLength} characters${count > 0 ? `. ${formatCount(count)} typed` : ''}`}
        onChange={(password) => onType({ password })}
      />
      <PasswordField
        label={labels.again}
        name="new-password-again"
        autoComplete="new-password"
        size="big"
        value={typed.again}
        error={shown.again}
        onChange={(again) => onType({ again })}
      />
      <Button type="submit" kind="primary" size="big" wide busy={busy}>
        {button}
      </Button>
    </form>
  );
}
