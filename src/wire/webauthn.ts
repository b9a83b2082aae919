// JSON types of second factors (http-auth §3). Bytes from the server are standard base64 with padding, bytes from the
// client base64url without padding.

type Descriptor = { type: 'public-key'; id: string };

/** The request that an authenticator signs. */
export type AssertionOptionsJson = {
  challenge: string;
  /** Milliseconds. */
  timeout?: number;
  rpId?: string;
  /** Absent: any passkey that the browser offers. */
  allowCredentials?: Descriptor[];
  userVerification?: 'discouraged' | 'required';
  extensions?: { appid: string };
};

/** http-auth §3.1: the factors that the user can use. */
export type AuthnChallengeJson = {
  webauthn_challenge: null | { publicKey: AssertionOptionsJson };
  totp_challenge: boolean;
};

/** The options for a new key. */
export type CreationOptionsJson = {
  challenge: string;
  rp: { name: string; id: string };
  user: { name: string; displayName?: string; id: string };
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  authenticatorSelection: { requireResidentKey: boolean; userVerification: 'discouraged' | 'required' };
  timeout: number;
  excludeCredentials?: Descriptor[];
  attestation: 'none' | 'direct';
};

/** `setupKey`, the secret in base32, is an extension of the gateway. A cluster only sends the picture. */
export type TotpSetup = { qrCode: string; setupKey?: string | undefined };

/** http-auth §3.2: exactly one of them is present. */
export type RegisterChallengeJson = {
  webauthn: null | { publicKey: CreationOptionsJson };
  totp: null | TotpSetup;
};

type CredentialJson = { id: string; type: 'public-key'; rawId: string; extensions?: { appid: boolean } };

/** http-auth §3.3: an authenticator's answer to a challenge. */
export type AssertionJson = CredentialJson & {
  response: { authenticatorData: string; clientDataJSON: string; signature: string; userHandle?: string };
};

/** http-auth §3.3: an authenticator's new key. */
export type CreationJson = CredentialJson & { response: { attestationObject: string; clientDataJSON: string } };

/** A second factor of the user (http-auth §8.1). */
export type DeviceJson = {
  id: string;
  name: string;
  type: 'TOTP' | 'U2F' | 'WebAuthn' | 'unknown';
  /** RFC 3339. */
  lastUsed: string;
  addedAt: string;
  /** Whether the key signs in without a password. Newer clusters send it, 13.1 leaves it out. */
  residentKey?: boolean;
};

/** http-auth §8.5: whether a key is used after the password, or signs in without one. */
export type DeviceUsage = 'mfa' | 'passwordless';
