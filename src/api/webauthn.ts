import { keysWork } from '../lib/keysWork.ts';
import { isAbort } from '../lib/work.ts';
import type { AssertionJson, AssertionOptionsJson, CreationJson, CreationOptionsJson } from '../wire/webauthn.ts';
import { toAssertionJson, toCreationJson, toCreationOptions, toRequestOptions } from './webauthnJson.ts';

type Ceremony = {
  /** Aborting rejects with the signal's AbortError. The browser closes its own dialog. */
  signal?: AbortSignal | undefined;
};

// The sentences of specification §5.
const UNSUPPORTED =
  'this browser does not support Webauthn required for hardware tokens, please try the latest version of Chrome, Firefox or Safari';
const NOT_CREATED = 'error creating credential, please try again';
const NOT_OBTAINED = 'error obtaining credential from the hardware key, please try again';

/** The reason why this browser cannot use keys. Undefined if it can. Check it before requesting a challenge. */
export const webAuthnProblem = (): string | undefined => (keysWork() ? undefined : UNSUPPORTED);

/** The browser can offer passkeys in the autofill of a field (`mediation: 'conditional'`). */
export const offersPasskeyAutofill = async (): Promise<boolean> =>
  keysWork() &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  PublicKeyCredential.isConditionalMediationAvailable();

/**
 * Requests a signature of a key. `mediation: 'conditional'` waits without a dialog until the user chooses a passkey
 * from the browser's autofill: pass a signal. Rejects with an `Error` whose message can be shown, or with the signal's
 * AbortError.
 */
export async function getAssertion(
  options: AssertionOptionsJson,
  { signal, mediation }: Ceremony & { mediation?: CredentialMediationRequirement } = {},
): Promise<AssertionJson> {
  const credential = await perform('get', () =>
    navigator.credentials.get({
      publicKey: toRequestOptions(options),
      ...(mediation && { mediation }),
      ...(signal && { signal }),
    }),
  );
  if (!credential) throw new Error(NOT_OBTAINED);
  return toAssertionJson(credential as PublicKeyCredential);
}

/** Creates a new key. Rejects with an `Error` whose message can be shown, or with the signal's AbortError. */
export async function createCredential(options: CreationOptionsJson, { signal }: Ceremony = {}): Promise<CreationJson> {
  const credential = await perform('create', () =>
    navigator.credentials.create({ publicKey: toCreationOptions(options), ...(signal && { signal }) }),
  );
  if (!credential) throw new Error(NOT_CREATED);
  return toCreationJson(credential as PublicKeyCredential);
}

async function perform<T>(which: keyof typeof FAILURES, ceremony: () => Promise<T>): Promise<T> {
  const problem = webAuthnProblem();
  if (problem !== undefined) throw new Error(problem);
  try {
    return await ceremony();
  } catch (cause) {
    if (!(cause instanceof Error) || isAbort(cause)) throw cause;
    throw new Error(FAILURES[which].get(cause.name) ?? cause.message, { cause });
  }
}

const WRONG_ADDRESS = 'Hardware keys work only at the cluster’s own address. Open the console there';

/**
 * By the browser's error name. NotAllowedError covers a cancelled dialog, a timeout, a key that is not allowed and a
 * refused verification. This is on purpose: a page must not learn which keys a user has.
 */
const FAILURES = {
  get: new Map([
    [
      'NotAllowedError',
      'No key answered. The request was cancelled or timed out, or the key is not registered for this account. Try again or use another key',
    ],
    ['InvalidStateError', 'This key is not registered for this account. Use another key'],
    ['SecurityError', WRONG_ADDRESS],
  ]),
  create: new Map([
    [
      'NotAllowedError',
      'No key was added. The request was cancelled or timed out, or the key does not support what is required. Try again or use another key',
    ],
    ['InvalidStateError', 'This key is already registered for this account. Use another key'],
    ['SecurityError', WRONG_ADDRESS],
  ]),
};
