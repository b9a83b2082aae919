import { useEffect, useEffectEvent } from 'react';
import { Disposables, type Dispose } from '../../lib/disposables.ts';
import { keysWork } from '../../lib/keysWork.ts';
import { whenIdle } from '../../lib/work.ts';
import type { AssertionJson } from '../../wire/webauthn.ts';
import { loadKeySignIn } from './keys.ts';
import type { SignIn } from './useSignIn.ts';

type KeyUse = {
  /** Users can sign in with a key here, after the password or without one. */
  takesKeys: boolean;
  offersPasskeys: boolean;
};

/**
 * Loads the code for keys when the page is idle, and offers passkeys in the browser's autofill while no attempt runs.
 */
export function useKeys({ attempt, run }: SignIn, { takesKeys, offersPasskeys }: KeyUse): void {
  useEffect(() => (takesKeys ? whenIdle(() => void loadKeySignIn().catch(() => undefined)) : undefined), [takesKeys]);

  const idle = attempt.kind === 'none' || attempt.kind === 'failed';
  const offering = offersPasskeys && idle && keysWork();
  const signInWith = useEffectEvent((assertion: AssertionJson) =>
    run('passkey', async () => (await loadKeySignIn()).finishWithPasskey(assertion)),
  );
  useEffect(() => {
    if (!offering) return;
    const ending = new Disposables();
    const begin = () =>
      loadKeySignIn().then(
        ({ offerPasskeys }) => ending.add(offerPasskeys((assertion) => signInWith(assertion))),
        () => undefined, // the button shows the error
      );
    ending.add(onFirstSign(() => void begin()));
    return () => ending.dispose();
  }, [offering]);
}

/**
 * Signs of a user. Clients that only load the page, such as a preview or a check, must not cost the server a challenge.
 */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

function onFirstSign(run: () => void): Dispose {
  const listening = new AbortController();
  const once = () => {
    listening.abort();
    run();
  };
  for (const sign of SIGNS) addEventListener(sign, once, { signal: listening.signal });
  return () => listening.abort();
}
