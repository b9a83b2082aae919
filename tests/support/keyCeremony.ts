// A browser that can use keys, for component tests; happy-dom knows none.
import { vi } from 'vitest';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const shared = { id: 'AQ', type: 'public-key', rawId: bytes(1), getClientExtensionResults: () => ({}) };

/** What a key would answer. */
export const SIGNED = {
  ...shared,
  response: {
    authenticatorData: bytes(2),
    clientDataJSON: bytes(3),
    signature: bytes(4),
    userHandle: bytes(5),
  },
};
/** What a new key would be. */
export const CREATED = { ...shared, response: { attestationObject: bytes(6), clientDataJSON: bytes(7) } };

/** `SIGNED` on its way to the server. */
export const SIGNED_JSON = {
  id: 'AQ',
  type: 'public-key',
  rawId: 'AQ',
  extensions: { appid: false },
  response: { authenticatorData: 'Ag', clientDataJSON: 'Aw', signature: 'BA', userHandle: 'BQ' },
};
/** `CREATED` on its way to the server. */
export const CREATED_JSON = {
  id: 'AQ',
  type: 'public-key',
  rawId: 'AQ',
  extensions: { appid: false },
  response: { attestationObject: 'Bg', clientDataJSON: 'Bw' },
};

type Asked = CredentialRequestOptions & CredentialCreationOptions;

/** Stays until `vi.unstubAllGlobals`. `autofill`: the browser offers passkeys in fields. */
export function stubKeys({ autofill = false } = {}) {
  const get = vi.fn<(options: Asked) => Promise<unknown>>(() => Promise.resolve(SIGNED));
  const create = vi.fn<(options: Asked) => Promise<unknown>>(() => Promise.resolve(CREATED));
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(autofill) });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } });
  return { get, create };
}

/** As the browser treats a request: it stays open until it is aborted. */
export const untilAborted = ({ signal }: Asked): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
