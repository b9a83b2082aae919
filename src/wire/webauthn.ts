// Second factors as they travel (http-auth §3). Server → client bytes are standard base64 with padding, client →
// server bytes are base64url without.

type Descriptor = { type: 'public-key'; id: string };

/** What an authenticator is asked to sign. */
export type AssertionOptionsJson = {
  challenge: string;
  /** Milliseconds. */
  timeout?: number;
  rpId?: string;
  /** Absent: whichever passkey the browser offers. */
  allowCredentials?: Descriptor[];
  userVerification?: 'discouraged' | 'required';
  extensions?: { appid: string };
};

/** http-auth §3.1: the ways in which the user may prove who they are. */
export type AuthnChallengeJson = {
  webauthn_challenge: null | { publicKey: AssertionOptionsJson };
  totp_challenge: boolean;
};

/** What a new key is made for. */
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

/** `setupKey`, the secret in base32, is an extension of the gateway: a cluster sends the picture alone. */
export type TotpSetup = { qrCode: string; setupKey?: string | undefined };

/** http-auth §3.2: exactly one is there. */
export type RegisterChallengeJson = {
  webauthn: null | { publicKey: CreationOptionsJson };
  totp: null | TotpSetup;
};

type CredentialJson = { id: string; type: 'public-key'; rawId: string; extensions?: { appid: boolean } };

/** http-auth §3.3: an authenticator's answer to a challenge. */
export type AssertionJson = CredentialJson & {
  response: { authenticatorData: string; clientDataJSON: string; signature: string; userHandle?: string };
};

/** http-auth §3.3: a new key. */
export type CreationJson = CredentialJson & { response: { attestationObject: string; clientDataJSON: string } };

/** A second factor of the user (http-auth §8.1). */
export type DeviceJson = {
  id: string;
  name: string;
  type: 'TOTP' | 'U2F' | 'WebAuthn' | 'unknown';
  /** RFC 3339. */
  lastUsed: string;
  addedAt: string;
  /** Whether the key signs in without a password. Newer clusters tell it; 13.1 leaves the key out. */
  residentKey?: boolean;
};

/** http-auth §8.5: whether a key is asked for after the password, or signs in without one. */
export type DeviceUsage = 'mfa' | 'passwordless';
