import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import { login } from '../../api/auth.ts';
import { keysWork } from '../../lib/keysWork.ts';
import type { SecondFactor } from '../../wire/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { CodeField } from '../../ui/plain/CodeField.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { checkCredentials, type Credentials } from './credentials.ts';
import { focusFirstError } from '../../ui/plain/Field.tsx';
import { loadKeySignIn } from './keys.ts';
import styles from './login.module.css';
import { FACTOR_LABELS, factorsFor, usableFactor, keepFactor, lastFactor } from './secondFactors.ts';
import type { SignIn } from './useSignIn.ts';

type Props = {
  signIn: SignIn;
  secondFactor: SecondFactor;
  /** Only this user can sign in: the page belongs to their session. */
  lockedUser?: string | undefined;
  /** The preferred method: has the primary button and the focus. */
  primary: boolean;
  /** The browser may offer passkeys in the autofill of the username. */
  offersPasskeys?: boolean;
};

/** Username, password and second factor. A failure keeps the input. */
export function PasswordForm({ signIn, secondFactor, lockedUser, primary, offersPasskeys = false }: Props) {
  const { attempt, run, forget } = signIn;
  const factors = factorsFor(secondFactor);
  const [typed, setTyped] = useState<Credentials>(() => ({
    user: lockedUser ?? '',
    password: '',
    factor: lastFactor(factors) ?? usableFactor(factors, keysWork()),
    code: '',
  }));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const errors = tried ? checkCredentials(typed) : {};
  const type = (part: Partial<Credentials>) => setTyped({ ...typed, ...part });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(checkCredentials(typed)).length > 0) return focusFirstError(form.current);
    const { password, factor, code } = typed;
    const user = typed.user.trim();
    run('password', async (options) => {
      if (factor === 'key') await (await loadKeySignIn()).signInWithKey({ user, password }, options);
      else await login({ user, password, code: factor === 'otp' ? code : '' });
      if (factors.length > 1) keepFactor(factor);
    });
  };

  // The last input is most likely wrong: an expired code, a mistyped password.
  const focusLastField = useEffectEvent(() => {
    const name = typed.factor === 'otp' ? '[name=code]' : '[name=password]';
    const field = form.current?.querySelector<HTMLInputElement>(name);
    field?.focus();
    field?.select();
  });
  const refused = attempt.kind === 'failed' && attempt.method === 'password';
  useEffect(() => {
    if (refused) focusLastField();
  }, [refused]);

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Username"
        name="username"
        autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        size="big"
        autoFocus={primary && lockedUser === undefined}
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
        <div className={factors.length > 1 && typed.factor === 'otp' ? styles.factor : undefined}>
          {factors.length > 1 && (
            <SelectField
              label="Second factor"
              size="big"
              value={typed.factor}
              options={factors.map((factor) => ({ value: factor, label: FACTOR_LABELS[factor] }))}
              onChange={(factor) => {
                setTyped({ ...typed, factor, code: '' });
                setTried(false);
                forget();
              }}
            />
          )}
          {typed.factor === 'otp' && (
            <CodeField
              label="Code"
              name="code"
              size="big"
              value={typed.code}
              error={errors.code}
              onChange={(code) => type({ code })}
            />
          )}
        </div>
      )}
      <Button
        type="submit"
        kind={primary ? 'primary' : 'plain'}
        size="big"
        wide
        busy={attempt.kind === 'running' && attempt.method === 'password' ? 'Signing in' : undefined}
      >
        Sign in
      </Button>
    </form>
  );
}
