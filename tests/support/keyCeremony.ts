// Security keys in a browser for component tests, since happy-dom does not have them.
import { vi } from 'vitest';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const shared = { id: 'AQ', type: 'public-key', rawId: bytes(1), getClientExtensionResults: () => ({}) };

/** The assertion that a key returns. */
export const SIGNED = {
  ...shared,
  response: {
    authenticatorData: bytes(2),
    clientDataJSON: bytes(3),
    signature: bytes(4),
    userHandle: bytes(5),
  },
};
/** The credential of a new key. */
export const CREATED = { ...shared, response: { attestationObject: bytes(6), clientDataJSON: bytes(7) } };

/** `SIGNED` as sent to the server. */
export const SIGNED_JSON = {
  id: 'AQ',
  type: 'public-key',
  rawId: 'AQ',
  extensions: { appid: false },
  response: { authenticatorData: 'Ag', clientDataJSON: 'Aw', signature: 'BA', userHandle: 'BQ' },
};
/** `CREATED` as sent to the server. */
export const CREATED_JSON = {
  id: 'AQ',
  type: 'public-key',
  rawId: 'AQ',
  extensions: { appid: false },
  response: { attestationObject: 'Bg', clientDataJSON: 'Bw' },
};

type Asked = CredentialRequestOptions & CredentialCreationOptions;

/** Applies until `vi.unstubAllGlobals`. `autofill`: the browser offers passkeys in fields. */
export function stubKeys({ autofill = false } = {}) {
  const get = vi.fn<(options: Asked) => Promise<unknown>>(() => Promise.resolve(SIGNED));
  const create = vi.fn<(options: Asked) => Promise<unknown>>(() => Promise.resolve(CREATED));
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(autofill) });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } });
  return { get, create };
}

/** A request that stays open until it is aborted, as in a browser. */
export const untilAborted = ({ signal }: Asked): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
