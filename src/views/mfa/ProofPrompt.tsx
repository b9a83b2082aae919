import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { CodeField } from '../../ui/plain/CodeField.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { WaitingBox } from '../../ui/plain/Waiting.tsx';
import type { CeremonyState } from './useCeremony.ts';
import { FACTOR_LABELS, type Factor } from '../login/secondFactors.ts';
import styles from './mfa.module.css';
import type { Proof } from './useProof.ts';

const LABELS = { ...FACTOR_LABELS, key: 'Hardware key or passkey' } as const;

type Props<F extends Factor> = {
  proof: Proof<F>;
  autoFocus?: boolean;
};

type CardsProps<F extends Factor> = Props<F> & {
  /** Names of the devices for each factor. */
  details: Readonly<Partial<Record<F, string>>>;
};

/** The choice of a second factor: the factors one below the other, each with its devices. */
export const ProofCards = <F extends Factor>({ proof, details, autoFocus }: CardsProps<F>) => (
  <div className={styles.prompt}>
    <NoKeysHere proof={proof} />
    {proof.factors.length > 1 ? (
      <ChoiceCards
        label="Confirm with"
        value={proof.factor}
        choices={proof.factors.map((value) => ({ value, label: LABELS[value], detail: details[value] }))}
        locked={proof.isBusy}
        onChange={proof.choose}
      />
    ) : (
      proof.factor &&
      details[proof.factor] && <p className="small">{`${LABELS[proof.factor]}: ${details[proof.factor]}`}</p>
    )}
    <Code proof={proof} autoFocus={autoFocus === true} />
    <CeremonyOutcome state={proof.state} />
  </div>
);

/** The same as one line, for a form. The form must place a `CeremonyOutcome` for the result. */
export const ProofFields = <F extends Factor>({ proof, autoFocus }: Props<F>) => (
  <>
    <NoKeysHere proof={proof} />
    <div className={styles.pair} data-parts={Number(proof.factors.length > 1) + Number(proof.factor === 'otp')}>
      {proof.factors.length > 1 && proof.factor !== undefined && (
        <SelectField
          label="Second factor"
          value={proof.factor}
          options={proof.factors.map((value) => ({ value, label: LABELS[value] }))}
          disabled={proof.isBusy}
          onChange={proof.choose}
        />
      )}
      <Code proof={proof} autoFocus={autoFocus === true} />
    </div>
  </>
);

type OutcomeProps = { state: CeremonyState; waiting?: string };

/** What the browser waits for, or the error. */
export function CeremonyOutcome({ state, waiting = 'Waiting for your security key' }: OutcomeProps) {
  if (state.kind === 'touching') {
    return (
      <WaitingBox title={waiting} untilMs={state.untilMs}>
        Touch it or answer the browser’s prompt.
      </WaitingBox>
    );
  }
  if (state.kind !== 'failed' || state.failure.at === 'code') return null;
  return (
    <Note kind={state.failure.kind} title={state.failure.title}>
      {state.failure.text}
    </Note>
  );
}

function Code<F extends Factor>({ proof, autoFocus }: { proof: Proof<F>; autoFocus: boolean }) {
  const { factor, code, typeCode, isBusy, state } = proof;
  if (factor !== 'otp') return null;
  return (
    <CodeField
      label="Code"
      autoFocus={autoFocus}
      readOnly={isBusy}
      value={code}
      error={codeError(state)}
      onChange={typeCode}
    />
  );
}

export const codeError = (state: CeremonyState): string | undefined =>
  state.kind === 'failed' && state.failure.at === 'code' ? state.failure.text : undefined;

/** WebAuthn only exists over https and on localhost names. */
function NoKeysHere<F extends Factor>({ proof: { lacksKeys, factors } }: { proof: Proof<F> }) {
  if (!lacksKeys) return null;
  const canUseCode = factors.some((factor) => factor === 'otp');
  return (
    <Note kind="warn" title="This browser cannot use hardware keys here.">
      WebAuthn is not available on this page. {canUseCode ? 'Use your authenticator below, or open' : 'Open'} Postern
      over HTTPS in a current browser.
    </Note>
  );
}
