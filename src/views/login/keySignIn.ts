import { beginKeyLogin, finishKeyLogin } from '../../api/keyLogin.ts';
import { getAssertion, offersPasskeyAutofill, webAuthnProblem } from '../../api/webauthn.ts';
import type { Dispose } from '../../lib/disposables.ts';
import { CHALLENGE_TTL_MS } from '../../wire/constants.ts';
import type { AssertionJson, AssertionOptionsJson } from '../../wire/webauthn.ts';
import type { CeremonyOptions } from './useSignIn.ts';

// Loaded when a key is needed: the login page is shown without it.

/** Password first, then the user's key. Rejects with a message for the user. */
export async function signInWithKey(
  credentials: { user: string; password: string },
  { signal, onWaiting, onAnswered }: CeremonyOptions,
): Promise<void> {
  requireWebAuthn(); // before the password counts as an attempt
  const challenge = await beginKeyLogin(credentials);
  const options = challenge.webauthn_challenge?.publicKey;
  if (!options) throw new Error('This account has no hardware key');
  await stopOffering();
  onWaiting(Date.now() + (options.timeout ?? CHALLENGE_TTL_MS));
  const assertion = await getAssertion(options, { signal });
  onAnswered();
  await finishKeyLogin(credentials.user, assertion);
}

/** Any passkey that the user chooses. It identifies the user. */
export async function signInWithPasskey({ signal, onWaiting, onAnswered }: CeremonyOptions): Promise<void> {
  requireWebAuthn();
  const challenge = await freshChallenge();
  await stopOffering();
  onWaiting(challenge.untilMs);
  const assertion = await getAssertion(optionsOf(challenge), { signal });
  onAnswered();
  await finishWithPasskey(assertion);
}

export async function finishWithPasskey(assertion: AssertionJson): Promise<void> {
  kept = undefined; // used up by any response
  await finishKeyLogin(undefined, assertion);
}

function requireWebAuthn(): void {
  const problem = webAuthnProblem();
  if (problem !== undefined) throw new Error(problem);
}

type Challenge = { options: AssertionOptionsJson; untilMs: number };
/** The time that users need to answer. A challenge with less time left is no longer used. */
const ANSWER_MS = 60_000;
let kept: Promise<Challenge> | undefined;

/** Autofill and button share one challenge: each costs one of the few requests that the server allows per minute. */
async function freshChallenge(): Promise<Challenge> {
  const last = await kept?.catch(() => undefined);
  if (last && last.untilMs - Date.now() > ANSWER_MS) return last;
  kept = askForChallenge();
  return kept;
}

async function askForChallenge(): Promise<Challenge> {
  const askedMs = Date.now();
  const options = (await beginKeyLogin()).webauthn_challenge?.publicKey;
  if (!options) throw new Error('This cluster does not accept passkeys');
  return { options, untilMs: askedMs + (options.timeout ?? CHALLENGE_TTL_MS) };
}

const optionsOf = ({ options, untilMs }: Challenge): AssertionOptionsJson => ({
  ...options,
  timeout: untilMs - Date.now(),
});

/** The offer in the browser's autofill: a page can have one pending request for a key at a time. */
let offer: { stop: Dispose; ended: Promise<void> } | undefined;

async function stopOffering(): Promise<void> {
  offer?.stop();
  await offer?.ended;
}

/** Offers passkeys in the autofill of the field with `autocomplete="username webauthn"`, if the browser supports it. */
export function offerPasskeys(onChosen: (assertion: AssertionJson) => void): Dispose {
  const ending = new AbortController();
  const before = stopOffering();
  const stop = () => ending.abort();
  // A failed offer is not reported: the button still exists, and shows the error.
  const ended = before
    .then(() => keepOffering(ending.signal))
    .then(
      (assertion) => assertion && onChosen(assertion),
      () => undefined,
    );
  offer = { stop, ended };
  return stop;
}

/** Renews the challenge before it expires, until the user answers. */
async function keepOffering(ending: AbortSignal): Promise<AssertionJson | undefined> {
  if (!(await offersPasskeyAutofill())) return undefined;
  while (!ending.aborted) {
    const challenge = await freshChallenge();
    const signal = AbortSignal.any([ending, AbortSignal.timeout(challenge.untilMs - ANSWER_MS - Date.now())]);
    try {
      return await getAssertion(optionsOf(challenge), { mediation: 'conditional', signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await pageVisible(ending);
  }
  return undefined;
}

/** A background tab sends no requests. */
const pageVisible = (ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: ending });
    ending.addEventListener('abort', () => resolve(), { once: true });
  });
