import { useEffect, useId, useRef } from 'react';
import type { FactorPromptProps } from '../../sessions/terminal/console/TerminalPane.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { describeFailure } from '../../api/errors.ts';
import type { FactorFailure } from '../../views/mfa/factorFailure.ts';
import { keyProblem, proveWithKey } from '../../views/mfa/keyProof.ts';
import { CeremonyOutcome } from '../../views/mfa/ProofPrompt.tsx';
import { useCeremony } from '../../views/mfa/useCeremony.ts';
import styles from './FactorPrompt.module.css';

type Props = FactorPromptProps & {
  /** The place of the prompt: a pane beside others, or the only session of a page. */
  container?: 'pane' | 'page';
};

const explain = (error: unknown, effect: string): FactorFailure => ({
  at: 'note',
  kind: 'warn',
  title: 'The key was not used.',
  text: `${describeFailure(error).why}. ${effect}`,
});

/** The second factor that a session requests while it starts, over its pane (screens §4.4, streams §3.4). */
export function FactorPrompt(props: Props) {
  const { container = 'pane', challenge, declined, isInFront, session, onAnswer, onDecline, onRetry, onClose } = props;
  const { state, isBusy, run, cancel } = useCeremony();
  const titleId = useId();
  const hasBegun = useRef(false);
  const problem = keyProblem(challenge);

  const isPane = container === 'pane';
  // A pane has its own heading.
  const Title = isPane ? 'h3' : 'h2';
  const closeLabel = isPane ? 'Close pane' : 'Disconnect';
  const effect = isPane ? 'No session was opened. The other panes are not affected.' : 'No session was opened.';

  const ask = () => {
    hasBegun.current = true;
    void run(
      async (ceremony) => onAnswer((await proveWithKey(async () => challenge, ceremony)).assertion),
      (error) => {
        onDecline();
        return explain(error, effect);
      },
    );
  };
  const begin = useRef(ask);
  // Browsers show one prompt at a time, so a pane in the background waits until it is visible.
  useEffect(() => {
    if (isInFront && !declined && problem === undefined && !hasBegun.current) begin.current();
  }, [isInFront, declined, problem]);

  const stop = () => {
    cancel();
    onDecline();
  };
  const again = () => {
    onRetry();
    ask();
  };
  const wasStopped = declined && state.kind === 'asking';
  const hasNote = declined || problem !== undefined;
  return (
    <div className={styles.cover}>
      <section className={styles.card} role="dialog" aria-labelledby={titleId}>
        <header className={styles.head}>
          <Title id={titleId} className={styles.title}>
            Second factor for this session
          </Title>
          <IconButton icon="x" label={closeLabel} onClick={onClose} />
        </header>
        <div className={styles.body}>
          <p>
            A session{' '}
            {session.login && (
              <>
                as <code>{session.login}</code>{' '}
              </>
            )}
            on <b className="semi">{session.host}</b> needs a hardware key or passkey, every time it starts or is
            joined.
          </p>
          {problem !== undefined && (
            <Note kind="warn" title="Hardware keys cannot be used here.">
              {problem}. No session was opened.
            </Note>
          )}
          {wasStopped && problem === undefined && (
            <Note kind="warn" title="The key was not used.">
              The request was cancelled. {effect}
            </Note>
          )}
          <CeremonyOutcome state={state} />
        </div>
        <footer className={styles.foot}>
          {/* Hidden with a note, which contains this information. */}
          <span className={styles.safe}>{hasNote ? undefined : 'Nothing has been opened yet'}</span>
          {isBusy ? (
            <Button size="form" autoFocus onClick={stop}>
              Cancel
            </Button>
          ) : (
            <>
              <Button size="form" autoFocus={problem !== undefined} onClick={onClose}>
                {closeLabel}
              </Button>
              {problem === undefined && (
                <Button size="form" kind="primary" icon="rotate-ccw" autoFocus onClick={again}>
                  {declined ? 'Ask again' : 'Continue'}
                </Button>
              )}
            </>
          )}
        </footer>
      </section>
    </div>
  );
}
