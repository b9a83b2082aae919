import { useRef, type SubmitEvent } from 'react';
import { PASSWORD_SIGNS_OUT } from '../../wire/config.ts';
import type { Config } from '../../api/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { CeremonyOutcome, ProofFields } from '../mfa/ProofPrompt.tsx';
import styles from './account.module.css';
import { SectionStatus } from './SectionStatus.tsx';
import { useDevices } from './useDevices.ts';
import { usePasswordChange } from './usePasswordChange.ts';

type Props = Pick<Config, 'auth' | 'extensions'> & {
  username: string;
  /** False for a user who only signs in with a passkey. */
  hasPassword: boolean;
  /** Too many wrong passwords, here or elsewhere: the session may have ended (http-auth §7.6). */
  onLockedOut: () => Promise<unknown>;
};

/** The user's password (screens §4.1). */
export const PasswordSection = ({ hasPassword, ...rest }: Props) =>
  hasPassword ? <ChangePassword {...rest} /> : <NoPassword />;

const NoPassword = () => (
  <>
    <div className={styles.content}>
      <section className={styles.section} aria-labelledby="account-password">
        <h2 id="account-password">Password</h2>
        <Note title="Your account has no password.">
          You sign in with a passkey. To get a password, ask an administrator for a reset link. With it you choose again
          how you sign in.
        </Note>
      </section>
    </div>
    <SectionStatus>You sign in with a passkey</SectionStatus>
  </>
);

function ChangePassword({ auth, extensions, username, onLockedOut }: Omit<Props, 'hasPassword'>) {
  const { devices } = useDevices();
  const { typed, type, errors, proof, isDone, submit } = usePasswordChange({
    mode: auth.secondFactor,
    minLength: auth.passwordMin,
    devices,
    onLockedOut,
  });
  const form = useRef<HTMLFormElement>(null);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (submit()) return;
    // The next render adds the error marks, which the focus needs.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <>
      <div className={styles.content}>
        <section className={styles.section} aria-labelledby="account-password">
          <div className={styles.sectionHead}>
            <div>
              <h2 id="account-password">Change password</h2>
              <p>
                {extensions.includes(PASSWORD_SIGNS_OUT)
                  ? 'You stay signed in here, and are signed out everywhere else.'
                  : 'Your other sign-ins stay open until they expire.'}
              </p>
            </div>
          </div>
          <form ref={form} className={styles.form} noValidate onSubmit={send}>
            {/* For password managers: the owner of the password. */}
            <input
              className="vh"
              name="username"
              autoComplete="username"
              value={username}
              readOnly
              tabIndex={-1}
              aria-hidden
            />
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              readOnly={proof.isBusy}
              value={typed.current}
              error={errors.current}
              onChange={(current) => type({ current })}
            />
            <ProofFields proof={proof} />
            <PasswordField
              label="New password"
              autoComplete="new-password"
              readOnly={proof.isBusy}
              value={typed.next}
              error={errors.password}
              help={`At least ${auth.passwordMin} characters${typed.next && `. ${Array.from(typed.next).length} typed`}`}
              onChange={(next) => type({ next })}
            />
            <PasswordField
              label="New password again"
              autoComplete="new-password"
              readOnly={proof.isBusy}
              value={typed.again}
              error={errors.again}
              onChange={(again) => type({ again })}
            />
            <CeremonyOutcome state={proof.state} />
            {isDone && (
              <div role="status">
                <Note kind="ok" title="Password changed.">
                  Use it from your next sign-in on.
                </Note>
              </div>
            )}
            <div className="flex g8">
              <Button
                size="form"
                kind="primary"
                type="submit"
                off={proof.off}
                busy={proof.state.kind === 'working' ? 'Changing password' : undefined}
              >
                Change password
              </Button>
              {proof.state.kind === 'touching' && (
                <Button size="form" onClick={proof.cancel}>
                  Cancel
                </Button>
              )}
            </div>
          </form>
        </section>
      </div>
      <SectionStatus>Nothing is saved until the server accepts it</SectionStatus>
    </>
  );
}
