import { challengeForSession, type MfaProof } from '../../api/devices.ts';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { proofFactors, proofFailure } from '../mfa/factorFailure.ts';
import { CeremonyOutcome, ProofFields } from '../mfa/ProofPrompt.tsx';
import { useProof } from '../mfa/useProof.ts';

type Props = {
  mode: SecondFactor;
  use: (proof: MfaProof | undefined) => Promise<void>;
};

/** Asks for the second factor that the roles require for each session. */
export function TestProof({ mode, use }: Props) {
  const proof = useProof({ factors: proofFactors(mode), challenge: challengeForSession, use, explain: proofFailure });
  return (
    <form className="grid g12" noValidate onSubmit={handleSubmit(() => proof.submit())}>
      <p className="t2">Your roles require a second factor for each session. Confirm to test the connection.</p>
      <ProofFields proof={proof} autoFocus />
      <CeremonyOutcome state={proof.state} />
      <div>
        <Button kind="primary" size="form" type="submit" off={proof.off} busy={proof.isBusy ? 'Testing' : undefined}>
          Confirm and test
        </Button>
      </div>
    </form>
  );
}
