import { useState, type ReactNode } from 'react';
import { challengeForHeadless } from '../../api/devices.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { approveHeadless, rejectHeadless, type HeadlessRequest } from '../../api/headless.ts';
import { formatDuration } from '../../lib/dates.ts';
import type { AuthnChallengeJson } from '../../wire/webauthn.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { MessageCard } from '../../ui/plain/MessageCard.tsx';
import { keyFailure, type FactorFailure } from '../mfa/factorFailure.ts';
import { proveWithKey } from '../mfa/keyProof.ts';
import { CeremonyOutcome } from '../mfa/ProofPrompt.tsx';
import { useCeremony } from '../mfa/useCeremony.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';
import styles from './headless.module.css';

/** The result of a request. `refused`: the server no longer accepts an answer. */
export type Ending = { kind: 'approved' } | { kind: 'rejected' } | { kind: 'refused'; error: unknown };

type Act = 'approve' | 'reject';

type Props = { request: HeadlessRequest; leftMs: number; onEnd: (ending: Ending) => Promise<void> };

/** The question itself. When it disappears because it expired, the browser's key prompt closes too. */
export function PendingCard({ request, leftMs, onEnd }: Props) {
  const ceremony = useCeremony();
  const [pendingAct, setPendingAct] = useState<Act>('approve');

  const settle = async (ending: Ending, send: () => Promise<void>) => {
    try {
      await send();
    } catch (error) {
      if (!isFinal(error)) throw error;
      return onEnd({ kind: 'refused', error });
    }
    await onEnd(ending);
  };
  const begin = (act: Act, task: (run: CeremonyOptions) => Promise<void>) => {
    if (ceremony.isBusy) return;
    setPendingAct(act);
    void ceremony.run(task, (error) => explain(error, act));
  };
  const approve = () =>
    begin('approve', async (run) => {
      const { assertion } = await proveWithKey(() => challengeUntil(request.endsAtMs), run);
      await settle({ kind: 'approved' }, () => approveHeadless(request.id, assertion));
    });
  const reject = () => begin('reject', () => settle({ kind: 'rejected' }, () => rejectHeadless(request.id)));

  const isWorking = ceremony.state.kind === 'working';
  return (
    <MessageCard
      kind="Command line"
      title="Approve this sign-in?"
      actions={
        ceremony.state.kind === 'touching' ? (
          <Button size="form" autoFocus onClick={ceremony.cancel}>
            Cancel
          </Button>
        ) : (
          <>
            <Button
              kind="primary"
              size="form"
              icon="key-round"
              busy={isWorking && pendingAct === 'approve' ? 'Approving' : undefined}
              onClick={approve}
            >
              Approve with hardware key
            </Button>
            <Button size="form" busy={isWorking && pendingAct === 'reject' ? 'Rejecting' : undefined} onClick={reject}>
              Reject
            </Button>
          </>
        )
      }
      foot="If you did not start this, reject it and tell your administrator that someone else uses your user name."
    >
      <p>
        A command line asks to sign in as you. If you approve, it gets certificates with the access of all your roles
        until they expire.
      </p>
      <Facts
        facts={[
          ['From', <code key="from">{request.address}</code>],
          ['Signed in as', <b key="user">{request.user}</b>],
          ['Request', <code key="id">{request.id}</code>],
          ['Time left', <span key="left">{formatDuration(leftMs)}</span>],
        ]}
      />
      <CeremonyOutcome state={ceremony.state} />
    </MessageCard>
  );
}

/** Ends the browser's prompt when the request expires. */
async function challengeUntil(endsAtMs: number): Promise<AuthnChallengeJson> {
  const challenge = await challengeForHeadless();
  const options = challenge.webauthn_challenge?.publicKey;
  if (!options) return challenge;
  const timeout = Math.min(options.timeout ?? Infinity, Math.max(1, endsAtMs - Date.now()));
  return { ...challenge, webauthn_challenge: { publicKey: { ...options, timeout } } };
}

/** No answer is possible any longer. A cluster reports this with 500 (http-auth §9.2). */
const isFinal = (error: unknown): boolean => [400, 404, 409, 500].some((status) => isApiError(error, status));

function explain(error: unknown, act: Act): FactorFailure {
  if (!isApiError(error)) return keyFailure(error);
  const { why } = describeFailure(error);
  const isKeyRefused = act === 'approve' && isApiError(error, 403);
  const title = isKeyRefused
    ? 'The key was refused.'
    : error.mayBeDone
      ? 'It is unknown whether the request was answered.'
      : 'The request is not answered yet.';
  return {
    at: 'note',
    kind: 'danger',
    title,
    text: `${why}. ${error.mayBeDone ? 'If the command line is still waiting, try' : 'The command line is still waiting. Try'} again, or reject the request.`,
  };
}

const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="num">{value}</dd>
      </div>
    ))}
  </dl>
);
