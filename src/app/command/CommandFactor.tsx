import { describeFailure } from '../../api/errors.ts';
import { plural } from '../../lib/numbers.ts';
import type { CommandFactorProps } from '../../sessions/command/page/RunFactor.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import type { FactorFailure } from '../../views/mfa/factorFailure.ts';
import { keyProblem, proveWithKey } from '../../views/mfa/keyProof.ts';
import { CeremonyOutcome } from '../../views/mfa/ProofPrompt.tsx';
import { useCeremony } from '../../views/mfa/useCeremony.ts';

const explain = (error: unknown): FactorFailure => ({
  at: 'note',
  kind: 'warn',
  title: 'The key was not used.',
  text: `${describeFailure(error).why}. The server is still waiting. Ask again, or do not run the command.`,
});

/** The second factor that a command requests while it starts, once for all servers of a socket (streams §8.2). */
export function CommandFactor({ challenge, login, servers, onAnswer, onDecline }: CommandFactorProps) {
  const { state, isBusy, run, cancel } = useCeremony();
  const problem = keyProblem(challenge);
  const ask = () =>
    void run(async (ceremony) => onAnswer((await proveWithKey(async () => challenge, ceremony)).assertion), explain);
  const decline = () => {
    cancel();
    onDecline();
  };
  return (
    <Dialog
      title="Second factor for this command"
      onClose={decline}
      dismissGuard="typed"
      footer={
        <>
          <Button size="form" autoFocus={problem !== undefined} onClick={decline}>
            Do not run
          </Button>
          {problem === undefined && (
            <Button size="form" kind="primary" autoFocus busy={isBusy ? 'Waiting' : undefined} onClick={ask}>
              {state.kind === 'failed' ? 'Ask again' : 'Use a key'}
            </Button>
          )}
        </>
      }
    >
      <p>
        Running as <code>{login}</code> on {plural(servers, 'server')} needs a hardware key or passkey, once for all of
        them. The command has not started where the key is required.
      </p>
      {problem !== undefined && (
        <Note kind="warn" title="Hardware keys cannot be used here.">
          {problem}.
        </Note>
      )}
      <CeremonyOutcome state={state} />
    </Dialog>
  );
}
