import { useRef } from 'react';
import type { SubmitEvent } from 'react';
import { PASSWORD_MIN_BYTES } from '../../wire/constants.ts';
import type { Config } from '../../api/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { CeremonyOutcome, ProofFields } from '../mfa/ProofPrompt.tsx';
import styles from './account.module.css';
import { SectionStatus } from './SectionStatus.tsx';
import { useDevices } from './useDevices.ts';
import { usePasswordChange } from './usePasswordChange.ts';

type Props = Pick<Config, 'auth'> & {
  username: string;
  /** The session is over: too many wrong passwords (http-auth §7.6). */
  onLockedOut: () => void;
};

/** One's own password (screens §4.1). */
export function PasswordSection({ auth, username, onLockedOut }: Props) {
  const { devices } = useDevices();
  const { typed, type, errors, proof, isDone, submit } = usePasswordChange({
    mode: auth.secondFactor,
    devices,
    onLockedOut,
  });
  const form = useRef<HTMLFormElement>(null);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (submit()) return;
    // The marks are drawn with the next render; only then can they be found.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <>
      <div className={styles.content}>
        <section className={styles.section} aria-labelledby="account-password">
          <div className={styles.sectionHead}>
            <div>
              <h2 id="account-password">Change password</h2>
              <p>Other sign-ins of yours stay open until they end by themselves.</p>
            </div>
          </div>
          <form ref={form} className={styles.form} noValidate onSubmit={send}>
            {/* For password managers: whose password it is. */}
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
              help={`At least ${PASSWORD_MIN_BYTES} characters${typed.next && `. ${typed.next.length} typed`}`}
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
                <Note kind="ok" title="The password is changed.">
                  It counts from the next sign-in on.
                </Note>
              </div>
            )}
            <div className={styles.buttons}>
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
