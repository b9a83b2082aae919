import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { login } from '../../api/auth.ts';
import type { Config } from '../../api/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { CodeField } from '../../ui/plain/CodeField.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { checkCredentials, signInFailure } from './credentials.ts';
import type { Credentials } from './credentials.ts';
import styles from './login.module.css';
import { isKeyPolicyRefusal } from './loginCard.ts';
import { FACTOR_LABELS, factorsFor } from './secondFactors.ts';

type Props = {
  config: Config;
  /** Sign in as this user and no other: the session of a page that stays. */
  lockedUser?: string;
  onSignedIn: () => void;
  onKeyPolicy: () => void;
};

type Attempt = { kind: 'none' } | { kind: 'tried' } | { kind: 'running' } | { kind: 'failed'; why: string };

/** Username, password and one-time code. What is typed stays until it is right. */
export function LoginForm({ config, lockedUser, onSignedIn, onKeyPolicy }: Props) {
  const factors = factorsFor(config.auth.secondFactor);
  const [typed, setTyped] = useState<Credentials>({
    user: lockedUser ?? '',
    password: '',
    factor: factors[0] ?? 'none',
    code: '',
  });
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'none' });
  const form = useRef<HTMLFormElement>(null);

  const errors = attempt.kind === 'none' ? {} : checkCredentials(typed);
  const type = (part: Partial<Credentials>) => setTyped({ ...typed, ...part });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (Object.keys(checkCredentials(typed)).length > 0) {
      setAttempt({ kind: 'tried' });
      return focusFirstError();
    }
    setAttempt({ kind: 'running' });
    try {
      await login({
        user: typed.user.trim(),
        password: typed.password,
        code: typed.factor === 'otp' ? typed.code : '',
      });
      onSignedIn();
    } catch (error) {
      if (error instanceof Error && isKeyPolicyRefusal(error.message)) return onKeyPolicy();
      setAttempt({ kind: 'failed', why: signInFailure(error) });
    }
  };
  // The marks are drawn with the next render; only then can they be found.
  const focusFirstError = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());

  if (factors.length === 0) return <HardwareKeyOnly />;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {attempt.kind === 'failed' && (
        <Note kind="danger" title="You are not signed in.">
          {attempt.why}
        </Note>
      )}
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="big"
        autoFocus={lockedUser === undefined}
        readOnly={lockedUser !== undefined}
        value={typed.user}
        error={errors.user}
        onChange={(user) => type({ user })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        size="big"
        autoFocus={lockedUser !== undefined}
        value={typed.password}
        error={errors.password}
        onChange={(password) => type({ password })}
      />
      {(factors.length > 1 || typed.factor === 'otp') && (
        <div className={factors.length > 1 ? styles.factor : undefined}>
          {factors.length > 1 && (
            <SelectField
              label="Second factor"
              size="big"
              value={typed.factor}
              options={factors.map((factor) => ({ value: factor, label: FACTOR_LABELS[factor] }))}
              onChange={(factor) => {
                setTyped({ ...typed, factor, code: '' });
                setAttempt({ kind: 'none' });
              }}
            />
          )}
          {typed.factor === 'otp' && (
            <CodeField
              label="Code"
              size="big"
              value={typed.code}
              error={errors.code}
              onChange={(code) => type({ code })}
            />
          )}
        </div>
      )}
      <Button type="submit" kind="primary" size="big" wide busy={attempt.kind === 'running' ? 'Signing in' : undefined}>
        Sign in
      </Button>
    </form>
  );
}

const HardwareKeyOnly = () => (
  <Note kind="warn" title="A hardware key is needed.">
    This cluster takes no other second factor, and this console cannot use hardware keys to sign in. Sign in with the
    command line client, or ask an administrator for another second factor.
  </Note>
);
