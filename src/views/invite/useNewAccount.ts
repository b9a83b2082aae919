import { useRef, useState } from 'react';
import {
  fetchPasswordToken,
  finishPasswordToken,
  reportBeforeSignIn,
  type AccountReady,
  type PasswordToken,
} from '../../api/auth.ts';
import type { NewCredential } from '../../api/devices.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import type { SecondFactor } from '../../wire/config.ts';
import type { TotpSetup } from '../../wire/webauthn.ts';
import { WRONG_NEW_CODE } from '../../wire/constants.ts';
import { lockFailure } from '../login/credentials.ts';
import { fetchReadyCard, loadNewKey } from './later.ts';
import { emptyAccount, type DeviceRole, type NewAccount } from './newAccount.ts';
import { type Factor, keepFactor } from '../login/secondFactors.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';

/** The server's messages about a used, replaced or expired link (http-auth §7.3, §8.5). */
const DEAD_LINK = /^(invalid|expired|user) token\b/;

/** The state of an invite or reset. */
export type Progress =
  | { kind: 'typing' }
  | { kind: 'sending' }
  /** The browser's key prompt is open. */
  | { kind: 'waiting'; untilMs: number }
  | { kind: 'failed'; why: string; isCodeRefused?: boolean; isUnknown?: boolean }
  | { kind: 'ready'; account: AccountReady };

type Options = {
  token: PasswordToken;
  secondFactor: SecondFactor;
  factor: Factor;
  /** The account exists. */
  onReady: () => void;
  /** The link was used or replaced, or expired, while the user typed. */
  onDead: () => void;
};

/** The input and the request. A failure keeps all input. */
export function useNewAccount({ token, secondFactor, factor, onReady, onDead }: Options) {
  const [setup, setSetup] = useState<TotpSetup>(token);
  const [typed, setTyped] = useState<NewAccount>(() => emptyAccount(factor));
  const [progress, setProgress] = useState<Progress>({ kind: 'typing' });
  const running = useRef<AbortController>(undefined);

  const credentialOf = async (
    role: DeviceRole | 'none',
    options: CeremonyOptions,
  ): Promise<NewCredential | undefined> => {
    if (role === 'none') return undefined;
    if (role === 'otp') return { kind: 'code', code: typed.code };
    const { makeKey } = await loadNewKey();
    return makeKey(token.tokenId, role === 'passkey' ? 'passwordless' : 'mfa', options);
  };
  const complete = async (role: DeviceRole | 'none', { signal }: AbortController) => {
    setProgress({ kind: 'sending' });
    try {
      const credential = await credentialOf(role, {
        signal,
        onWaiting: (untilMs) => setProgress({ kind: 'waiting', untilMs }),
        onAnswered: () => setProgress({ kind: 'sending' }),
      });
      await fetchReadyCard(); // recovery codes are shown once: their card must be loaded first
      const account = await finishPasswordToken({
        tokenId: token.tokenId,
        password: role === 'passkey' ? undefined : typed.password,
        credential,
        deviceName: role === 'none' ? '' : typed.deviceNames[role].trim(),
      });
      if (credential?.kind === 'key') {
        reportBeforeSignIn('tp.ui.onboard.registerChallenge.submit', token.user, {
          mfaType: secondFactor,
          loginFlow: credential.usage,
        });
      }
      reportBeforeSignIn('tp.ui.onboard.setCredential.submit', token.user);
      if (role !== 'passkey') keepFactor(role);
      onReady();
      setProgress({ kind: 'ready', account });
    } catch (error) {
      running.current = undefined;
      const isCodeRefused = role === 'otp' && isApiError(error, 403) && error.message.startsWith(WRONG_NEW_CODE);
      // Once the account exists, its link is not found.
      const wasUnknown = progress.kind === 'failed' && progress.isUnknown === true && isApiError(error, 404);
      if (!wasUnknown && isApiError(error) && DEAD_LINK.test(error.message)) return onDead();
      const isUnknown = wasUnknown || (isApiError(error) && error.mayBeDone && error.call?.method === 'PUT');
      const why =
        isApiError(error) && error.lock ? lockFailure(error.lock).replace(/\.$/, '') : describeFailure(error).why;
      setProgress(signal.aborted ? { kind: 'typing' } : { kind: 'failed', why, isCodeRefused, isUnknown });
    }
  };
  const type = (part: Partial<NewAccount>) => setTyped((before) => ({ ...before, ...part }));
  const renew = async () => {
    try {
      setSetup(await fetchPasswordToken(token.tokenId));
      type({ code: '' });
      setProgress({ kind: 'typing' });
    } catch (error) {
      setProgress({ kind: 'failed', why: describeFailure(error).why });
    } finally {
      running.current = undefined;
    }
  };
  return {
    typed,
    type,
    progress,
    setup,
    /**
     * Requests another secret for the authenticator, which invalidates the previous one. Does nothing during a request.
     */
    renewQrCode: () => {
      if (running.current) return;
      running.current = new AbortController();
      void renew();
    },
    /** Adds the device of this role, with a password unless it is a passkey. Does nothing during a request. */
    send: (role: DeviceRole | 'none') => {
      if (running.current) return;
      running.current = new AbortController();
      void complete(role, running.current);
    },
    /** Cancels the key prompt. */
    cancel: () => running.current?.abort(),
    /** Clears the last failure. */
    forget: () => setProgress((last) => (last.kind === 'failed' ? { kind: 'typing' } : last)),
  };
}
