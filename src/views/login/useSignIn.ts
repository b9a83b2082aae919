import { useRef, useState } from 'react';
import { isApiError } from '../../api/errors.ts';
import { signInFailure } from './credentials.ts';
import { isKeyPolicyRefusal } from './loginCard.ts';
import type { LoginMethod } from './loginMethods.ts';

/** The options for a key prompt. */
export type CeremonyOptions = {
  /** Aborted when the user cancels. */
  signal: AbortSignal;
  /** The browser's key prompt is open, until this time. */
  onWaiting: (untilMs: number) => void;
  /** The key has answered. */
  onAnswered: () => void;
};

type Attempt =
  | { kind: 'none' }
  | { kind: 'running'; method: LoginMethod }
  /** The browser's key prompt is open. */
  | { kind: 'waiting'; method: LoginMethod; untilMs: number }
  | { kind: 'failed'; method: LoginMethod; why: string };

export type SignIn = {
  attempt: Attempt;
  /** Does nothing while an attempt runs. */
  run: (method: LoginMethod, attempt: (options: CeremonyOptions) => Promise<void>) => void;
  /** Cancels the key prompt. */
  cancel: () => void;
  /** Clears the last failure. */
  forget: () => void;
};

type SignInHandlers = { onSignedIn: () => void; onKeyPolicy: () => void };

/** One sign-in attempt at a time, for all methods. */
export function useSignIn({ onSignedIn, onKeyPolicy }: SignInHandlers): SignIn {
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);

  const settle = async (
    method: LoginMethod,
    signIn: (options: CeremonyOptions) => Promise<void>,
    controller: AbortController,
  ) => {
    setAttempt({ kind: 'running', method });
    try {
      await signIn({
        signal: controller.signal,
        onWaiting: (untilMs) => setAttempt({ kind: 'waiting', method, untilMs }),
        onAnswered: () => setAttempt({ kind: 'running', method }),
      });
      onSignedIn(); // stays running: the page is left
    } catch (error) {
      running.current = undefined;
      if (controller.signal.aborted) setAttempt({ kind: 'none' });
      else if (isApiError(error) && isKeyPolicyRefusal(error.message)) onKeyPolicy();
      else setAttempt({ kind: 'failed', method, why: signInFailure(error, method) });
    }
  };
  return {
    attempt,
    run: (method, signIn) => {
      if (running.current) return;
      running.current = new AbortController();
      void settle(method, signIn, running.current);
    },
    cancel: () => running.current?.abort(),
    forget: () => setAttempt((last) => (last.kind === 'failed' ? { kind: 'none' } : last)),
  };
}
