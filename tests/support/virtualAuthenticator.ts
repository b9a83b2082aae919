// Chromium's virtual security keys, driven over the DevTools protocol.
import type { CDPSession, Page } from 'playwright-core';

type Kind =
  /** A U2F key: no passkeys, no user verification. */
  | 'u2f'
  /** A hardware key for the second factor. */
  | 'key'
  /** A platform authenticator or a key with a fingerprint reader: stores passkeys and verifies its user. */
  | 'passkey';

const OPTIONS = {
  u2f: { protocol: 'u2f', transport: 'usb' },
  key: { protocol: 'ctap2', transport: 'usb' },
  passkey: {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  },
} as const satisfies Record<Kind, object>;

export type VirtualAuthenticator = {
  /** Whether the fingerprint matches. */
  setUserVerified(isUserVerified: boolean): Promise<void>;
  /** Whether the user touches it as soon as it asks. Otherwise it waits. */
  setTouched(enabled: boolean): Promise<void>;
  credentials(): Promise<Credential[]>;
  /** Adds a credential of another authenticator. */
  add(credential: Credential): Promise<void>;
  /** Unplugs it. */
  remove(): Promise<void>;
};

export type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];

const credentialsOf = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

/** Plugs a key into the page's browser. Navigations keep it. The page must be on `localhost`, not on an IP. */
export async function plugIn(page: Page, kind: Kind): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { automaticPresenceSimulation: true, ...OPTIONS[kind] },
  });
  return {
    setUserVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    setTouched: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    credentials: () => credentialsOf(cdp, authenticatorId),
    add: async (credential) => {
      // A U2F key has only the hash of the relying party, not its name.
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { rpId: 'localhost', ...credential } });
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}

/** Disables passkeys in fields: a virtual authenticator would answer them without a user. */
export const withoutAutofill = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable'));
