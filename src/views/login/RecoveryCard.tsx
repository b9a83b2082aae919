import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { redeemRecoveryCode } from '../../api/recovery.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { focusFirstError } from './focusFirstError.ts';
import styles from './login.module.css';

type Claim = { user: string; code: string };
type Props = {
  onBack: () => void;
  /** The code was right: a reset link is open. */
  onReset: (tokenId: string) => void;
};
type Progress = { kind: 'typing' } | { kind: 'sending' } | { kind: 'failed'; why: string };

const missing = ({ user, code }: Claim): Partial<Claim> => ({
  ...(user.trim() === '' && { user: 'Type your username' }),
  ...(code.trim() === '' && { code: 'Type one of your recovery codes' }),
});

/** The way in for who has lost the password or the device, with a code that was kept for that. */
export default function RecoveryCard({ onBack, onReset }: Props) {
  const [typed, setTyped] = useState<Claim>({ user: '', code: '' });
  const [tried, setTried] = useState(false);
  const [progress, setProgress] = useState<Progress>({ kind: 'typing' });
  const form = useRef<HTMLFormElement>(null);
  const errors = tried ? missing(typed) : {};

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (progress.kind === 'sending') return;
    setTried(true);
    if (Object.keys(missing(typed)).length > 0) return focusFirstError(form.current);
    setProgress({ kind: 'sending' });
    try {
      onReset(await redeemRecoveryCode({ user: typed.user.trim(), code: typed.code.trim() }));
    } catch (error) {
      setProgress({ kind: 'failed', why: recoveryFailure(error) });
      form.current?.querySelector<HTMLElement>('[name=code]')?.focus();
    }
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>
        A code opens a page on which you set a new password and second factor. It works once, and takes your old
        password and devices away.
      </p>
      {progress.kind === 'failed' && (
        <Note kind="danger" title="The code was not taken.">
          {progress.why}
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
        onChange={(user) => setTyped({ ...typed, user })}
      />
      <TextField
        label="Recovery code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="big"
        value={typed.code}
        error={errors.code}
        help="Words with dashes between them"
        onChange={(code) => setTyped({ ...typed, code })}
      />
      <Button type="submit" kind="primary" size="big" wide busy={progress.kind === 'sending' ? 'Checking' : undefined}>
        Continue
      </Button>
      <Button kind="quiet" size="big" wide icon="arrow-left" onClick={onBack}>
        Back to sign-in
      </Button>
    </form>
  );
}

function recoveryFailure(error: unknown): string {
  const { why } = describeFailure(error);
  if (isApiError(error, 403)) {
    return `${why}, which covers username and code alike; a code that was used is no code any more. What you typed is kept.`;
  }
  if (isApiError(error, 429)) return `${why}. Wait a minute and try again; what you typed is kept.`;
  return `${why}. What you typed is kept; try again.`;
}
