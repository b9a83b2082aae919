import { challengeForSession } from '../../api/devices.ts';
import { webAuthnProblem } from '../../api/webauthn.ts';
import { Button, buttonClass } from '../../ui/plain/Button.tsx';
import { MessageAddress, MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { proofFailure } from '../mfa/factorFailure.ts';
import { proveWithKey } from '../mfa/keyProof.ts';
import { CeremonyOutcome } from '../mfa/ProofPrompt.tsx';
import { useCeremony } from '../mfa/useCeremony.ts';
import { launchApp, type Launch } from './launchApp.ts';

const TITLE = 'Confirm with your security key';

/** The application requires a hardware key for each session (http-resources §4.3). */
export function KeyCard({ launch, listUrl }: { launch: Launch; listUrl: string }) {
  const { state, isBusy, run } = useCeremony();
  const problem = webAuthnProblem();
  const open = () =>
    void run(
      async (ceremony) => {
        const { assertion } = await proveWithKey(challengeForSession, ceremony);
        await launchApp(launch, ceremony.signal, assertion);
      },
      (error) => proofFailure(error, 'key'),
    );
  return (
    <MessageCard
      kind="Application"
      title={TITLE}
      actions={
        <>
          <Button kind="primary" off={problem} busy={isBusy ? 'Opening' : undefined} onClick={open}>
            Open with key
          </Button>
          <a className={buttonClass({ kind: 'quiet' })} href={listUrl}>
            Applications
          </a>
        </>
      }
    >
      <title>{TITLE}</title>
      <MessageAddress>{launch.fqdn}</MessageAddress>
      <p>Your roles ask for a hardware key or passkey each time you open this application.</p>
      {problem !== undefined && <Note kind="warn">{problem}</Note>}
      <CeremonyOutcome state={state} />
    </MessageCard>
  );
}
