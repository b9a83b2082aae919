import { useRef, useState, type SubmitEvent } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { redeemRecoveryCode } from '../../api/recovery.ts';
import type { SecondFactor } from '../../wire/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { CodeField } from '../../ui/plain/CodeField.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { AS_TYPED, TextField } from '../../ui/plain/TextField.tsx';
import { useCeremony } from '../mfa/useCeremony.ts';
import { focusFirstError } from '../../ui/plain/Field.tsx';
import { KeyStage } from './KeyStage.tsx';
import styles from './login.module.css';
import {
  checkRecovery,
  proveRemaining,
  REMAINING_LABELS,
  remainingFactors,
  type RecoveryForm,
} from './recoveryForm.ts';

type Props = {
  secondFactor: SecondFactor;
  typed: RecoveryForm;
  onType: (typed: RecoveryForm) => void;
  onBack: () => void;
  /** Code and proof were correct: a reset link is available. */
  onReset: (tokenId: string) => void;
};

/** The sign-in for users who lost the password or the device, with a recovery code. */
export default function RecoveryCard({ secondFactor, typed, onType, onBack, onReset }: Props) {
  const factors = remainingFactors(secondFactor);
  const [tried, setTried] = useState(false);
  const { state, isBusy, run, reset, cancel } = useCeremony();
  const form = useRef<HTMLFormElement>(null);
  const errors = tried ? checkRecovery(typed) : {};
  const type = (part: Partial<RecoveryForm>) => onType({ ...typed, ...part });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(checkRecovery(typed)).length > 0) return focusFirstError(form.current);
    const claim = { user: typed.user.trim(), code: typed.code.trim() };
    await run(
      async (ceremony) => onReset(await redeemRecoveryCode(claim, await proveRemaining(typed, claim, ceremony))),
      (error) => {
        form.current?.querySelector<HTMLElement>('[name=code]')?.focus();
        return { at: 'note', kind: 'danger', title: 'The account was not recovered.', text: recoveryFailure(error) };
      },
    );
  };
  return (
    <KeyStage waitingUntilMs={state.kind === 'touching' ? state.untilMs : undefined} onCancel={cancel}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.lead}>
          A recovery code replaces a lost password or second factor. Confirm with the other one. You then set up both
          again, and all your sessions end.
        </p>
        {state.kind === 'failed' && state.failure.at === 'note' && (
          <Note kind={state.failure.kind} title={state.failure.title}>
            {state.failure.text}
          </Note>
        )}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="big"
          autoFocus
          value={typed.user}
          error={errors.user}
          onChange={(user) => type({ user })}
        />
        <TextField
          label="Recovery code"
          name="code"
          {...AS_TYPED}
          size="big"
          value={typed.code}
          error={errors.code}
          help="Words separated by dashes"
          onChange={(code) => type({ code })}
        />
        {factors.length > 1 && (
          <SelectField
            label="Confirm with"
            size="big"
            value={typed.has}
            options={factors.map((value) => ({ value, label: REMAINING_LABELS[value] }))}
            disabled={isBusy}
            onChange={(has) => {
              type({ has });
              setTried(false);
              reset();
            }}
          />
        )}
        {typed.has === 'password' && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            size="big"
            value={typed.password}
            error={errors.password}
            onChange={(password) => type({ password })}
          />
        )}
        {typed.has === 'otp' && (
          <CodeField
            label="Authenticator code"
            name="otp"
            size="big"
            value={typed.otp}
            error={errors.otp}
            onChange={(otp) => type({ otp })}
          />
        )}
        <Button type="submit" kind="primary" size="big" wide busy={isBusy ? 'Checking' : undefined}>
          Continue
        </Button>
        <Button kind="quiet" size="big" wide icon="arrow-left" onClick={onBack}>
          Back to sign-in
        </Button>
      </form>
    </KeyStage>
  );
}

function recoveryFailure(error: unknown): string {
  const { why } = describeFailure(error);
  if (isApiError(error, 403)) {
    return `${why}. The username, the recovery code or the confirmation is wrong. A code works once.`;
  }
  if (isApiError(error, 429)) return `${why}. Wait a minute and try again.`;
  return `${why}. Try again.`;
}
