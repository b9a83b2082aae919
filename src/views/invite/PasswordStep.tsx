import { Button } from '../../ui/plain/Button.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { formatCount } from '../../lib/numbers.ts';
import login from '../login/login.module.css';
import { checkPassword } from './newAccount.ts';
import { useStepForm, type StepProps } from './stepForm.ts';

type Props = StepProps & {
  user: string;
  /** Minimum characters. */
  minLength: number;
  labels: { password: string; again: string };
};

/** Step 1: the password, twice. */
export function PasswordStep({ user, minLength, labels, typed, onType, onDone, button, busy, failure }: Props) {
  const { shown, submit } = useStepForm(checkPassword(typed, minLength), onDone);
  const count = Array.from(typed.password).length;
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
