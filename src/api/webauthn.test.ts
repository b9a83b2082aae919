import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CREATION_OPTIONS } from '../../tests/support/wireSamples.ts';
import { createCredential, getAssertion, offersPasskeyAutofill, webAuthnProblem } from './webauthn.ts';
import type { CreationOptionsJson } from '../wire/webauthn.ts';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const shared = { id: '-_8', type: 'public-key', rawId: bytes(0xfb, 0xff), getClientExtensionResults: () => ({}) };
const assertion = {
  ...shared,
  response: {
    authenticatorData: bytes(1),
    clientDataJSON: bytes(2, 3),
    signature: bytes(0xff, 0xef, 0xfe),
    userHandle: null,
  },
};
const creation = { ...shared, response: { attestationObject: bytes(4), clientDataJSON: bytes(5) } };
const creationOptions: CreationOptionsJson = {
  ...CREATION_OPTIONS,
  challenge: '+/8=',
  user: { name: 'mara', id: 'AQI=' },
  authenticatorSelection: { requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: [{ type: 'public-key', id: 'AAE=' }],
};

const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();
const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.stubGlobal('navigator', { credentials: { get, create } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  get.mockReset();
  create.mockReset();
});

test('decodes a base64 challenge to bytes and encodes the assertion as base64url without padding', async () => {
  get.mockResolvedValue(assertion);
  const json = await getAssertion({
    challenge: '+/8=',
    timeout: 300_000,
    rpId: 'localhost',
    allowCredentials: [{ type: 'public-key', id: '-_8' }],
    userVerification: 'discouraged',
    extensions: { appid: 'https://localhost' },
  });
  const allowed = Uint8Array.from([0xfb, 0xff]);
  expect(get.mock.lastCall?.[0]).toEqual({
    publicKey: {
      challenge: allowed,
      timeout: 300_000,
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', id: allowed }],
      userVerification: 'discouraged',
      extensions: { appid: 'https://localhost' },
    },
  });
  expect(json).toEqual({
    id: '-_8',
    type: 'public-key',
    rawId: '-_8',
    extensions: { appid: false },
    response: { authenticatorData: 'AQ', clientDataJSON: 'AgM', signature: '_-_-', userHandle: '' },
  });
});

test('the assertion has the user handle and the used app id', async () => {
  get.mockResolvedValue({
    ...assertion,
    getClientExtensionResults: () => ({ appid: true }),
    response: { ...assertion.response, userHandle: bytes(0x61) },
  });
  const json = await getAssertion({ challenge: 'AA==' });
  expect(json.extensions).toEqual({ appid: true });
  expect(json.response.userHandle).toBe('YQ');
  expect(get.mock.lastCall?.[0].publicKey).not.toHaveProperty('allowCredentials');
});

test('registration decodes user and excluded keys and uses the name as the default display name', async () => {
  create.mockResolvedValue(creation);
  expect(await createCredential(creationOptions)).toEqual({
    id: '-_8',
    type: 'public-key',
    rawId: '-_8',
    extensions: { appid: false },
    response: { attestationObject: 'BA', clientDataJSON: 'BQ' },
  });
  expect(create.mock.lastCall?.[0].publicKey).toMatchObject({
    challenge: Uint8Array.from([0xfb, 0xff]),
    user: { name: 'mara', displayName: 'mara', id: Uint8Array.from([1, 2]) },
    excludeCredentials: [{ type: 'public-key', id: Uint8Array.from([0, 1]) }],
  });
});

test('without WebAuthn it fails with the specified text and does not call the browser', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  const sentence =
    'this browser does not support Webauthn required for hardware tokens, please try the latest version of Chrome, Firefox or Safari';
  expect(webAuthnProblem()).toBe(sentence);
  await expect(getAssertion({ challenge: 'AA==' })).rejects.toThrow(sentence);
  await expect(createCredential(creationOptions)).rejects.toThrow(sentence);
  expect(await offersPasskeyAutofill()).toBe(false);
  expect(get).not.toHaveBeenCalled();
});

test('a missing credential fails with the specified texts', async () => {
  get.mockResolvedValue(null);
  create.mockResolvedValue(null);
  await expect(getAssertion({ challenge: 'AA==' })).rejects.toThrow(
    'error obtaining credential from the hardware key, please try again',
  );
  await expect(createCredential(creationOptions)).rejects.toThrow('error creating credential, please try again');
});

test.each([
  ['NotAllowedError', /cancelled or timed out/],
  ['InvalidStateError', /registered for this account/],
  ['SecurityError', /cluster’s own address/],
  ['NotSupportedError', /as the browser puts it/],
])('translates %s to a message and keeps the cause', async (name, sentence) => {
  const cause = new DOMException('as the browser puts it', name);
  get.mockRejectedValue(cause);
  create.mockRejectedValue(cause);
  await expect(getAssertion({ challenge: 'AA==' })).rejects.toMatchObject({
    message: expect.stringMatching(sentence),
    cause,
  });
  await expect(createCredential(creationOptions)).rejects.toMatchObject({
    message: expect.stringMatching(sentence),
    cause,
  });
});

test('an aborted ceremony rejects with the abort', async () => {
  const abort = new DOMException('stopped', 'AbortError');
  get.mockRejectedValue(abort);
  await expect(getAssertion({ challenge: 'AA==' })).rejects.toBe(abort);
});

test('passes signal and mediation to the browser', async () => {
  get.mockResolvedValue(assertion);
  const { signal } = new AbortController();
  await getAssertion({ challenge: 'AA==' }, { signal, mediation: 'conditional' });
  expect(get.mock.lastCall?.[0]).toMatchObject({ signal, mediation: 'conditional' });
});

test('rejects an invalid base64 challenge before it calls the browser', async () => {
  await expect(getAssertion({ challenge: '!' })).rejects.toThrow('cannot be read');
});
