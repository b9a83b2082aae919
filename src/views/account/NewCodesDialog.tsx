import { useState } from 'react';
import type { RecoveryCodes } from '../../api/auth.ts';
import { challengeForDevices } from '../../api/devices.ts';
import { makeRecoveryCodes } from '../../api/recovery.ts';
import { useLeaveGuard } from '../../resources/useLeaveGuard.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RecoveryCodesStep } from '../invite/RecoveryCodesStep.tsx';
import { proofFailure, type ProofFactor } from '../mfa/factorFailure.ts';
import { obtainPrivilege } from '../mfa/keyProof.ts';
import { CeremonyOutcome, ProofFields } from '../mfa/ProofPrompt.tsx';
import { useProof } from '../mfa/useProof.ts';
import { ProofDialog } from './ProofDialog.tsx';

type Props = {
  username: string;
  factors: readonly ProofFactor[];
  onMade: () => void;
  onClose: () => void;
};

/** Asks for a second factor, then shows the new codes once. */
export function NewCodesDialog({ username, factors, onMade, onClose }: Props) {
  const [codes, setCodes] = useState<RecoveryCodes>();
  const proof = useProof({
    factors,
    challenge: challengeForDevices,
    use: async (proof) => {
      const { token } = await obtainPrivilege(proof);
      setCodes(await makeRecoveryCodes(token));
      onMade();
    },
    explain: proofFailure,
  });
  if (codes) return <NewCodes codes={codes} username={username} onClose={onClose} />;
  const isWorking = proof.state.kind === 'working';
  return (
    <ProofDialog
      title="Create new recovery codes?"
      isWorking={isWorking}
      hasTyped={proof.code !== ''}
      onClose={onClose}
      onSubmit={proof.submit}
      buttons={{
        act: { off: proof.off, busy: isWorking ? 'Creating codes' : undefined, children: 'Create new codes' },
      }}
    >
      <p>{OLD_CODES} The new codes are shown once. Creating them requires your second factor.</p>
      <ProofFields proof={proof} autoFocus />
      <CeremonyOutcome state={proof.state} />
    </ProofDialog>
  );
}

const always = () => true;

/** Every way to close except the button asks first: earlier codes are invalid, and these are only shown once. */
function NewCodes({ codes, username, onClose }: { codes: RecoveryCodes } & Pick<Props, 'username' | 'onClose'>) {
  const guard = useLeaveGuard(always);
  const [isClosing, setClosing] = useState(false);
  const leaves = guard.state === 'blocked';
  return (
    <Dialog title="Keep your recovery codes" size="form" dismissGuard="typed" onClose={() => setClosing(true)}>
      <RecoveryCodesStep recovery={codes} user={username} oldCodes={OLD_CODES} onDone={onClose} />
      {(isClosing || leaves) && (
        <ConfirmDialog
          title="Leave without the recovery codes?"
          cancelLabel="Keep codes open"
          act="Leave"
          acting="Leaving"
          destroys
          onAct={async () => (leaves ? guard.proceed() : onClose())}
          onClose={() => {
            setClosing(false);
            guard.reset?.();
          }}
        >
          They cannot be shown again. {OLD_CODES}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

const OLD_CODES = 'Earlier recovery codes no longer work.';
