import { fromUtf8 } from '../../../src/lib/encoding.ts';
import { errorMessage } from '../../../src/lib/errorMessage.ts';
import { CHALLENGE_TTL_MS } from '../../../src/wire/constants.ts';
import type {
  AssertionOptionsJson,
  AuthnChallengeJson,
  CreationOptionsJson,
  DeviceUsage,
} from '../../../src/wire/webauthn.ts';
import type { AuthConfig } from '../../config/settings.ts';
import type { JsonObject } from '../../http/body.ts';
import { alreadyExists, badRequest, notFound } from '../../http/failures.ts';
import type { Device, DeviceStore, KeyDevice } from '../../store/devices.ts';
import { ExpiringMap } from '../expiringMap.ts';
import { allowsKeys, allowsPasskeys } from '../secondFactor.ts';
import { readAssertion, readCreation, type Assertion } from './answers.ts';
import { creationOptions, loginOptions, newChallenge, passkeyOptions } from './options.ts';
import { originFits } from './rpId.ts';
import { verifyAssertion, verifyCreation } from './verify.ts';

/** Limit of stored challenges. More mean that a client requests them in a loop. */
const PENDING_MAX = 10_000;

export type KeyVerdict = { ok: true; device: KeyDevice } | { ok: false; reason: string };
export type VerifiedKey = Pick<KeyDevice, 'credentialId' | 'publicKey' | 'signCount' | 'passkey'>;

type KeyQuestion = {
  options: AssertionOptionsJson;
  /** Throws on a malformed answer. */
  check(answer: JsonObject): Promise<KeyVerdict>;
};

type Parts = {
  devices: DeviceStore;
  /** undefined: keys cannot be used at the gateway's address. */
  rpId: string | undefined;
  /** Applications below the RP id must not request keys in the name of the console. */
  isApplication: (hostname: string) => boolean;
  auth: () => AuthConfig;
  now: () => number;
};

/**
 * Hardware keys and passkeys: their challenges, and the checks of their answers (http-auth §3). A user has one pending
 * challenge for proving their identity and one for a new key. The next challenge replaces the pending one. Passkey
 * challenges belong to no user. A challenge accepts one right answer.
 */
export class WebAuthn {
  #parts: Parts;
  #logins: ExpiringMap<string>;
  #passkeys: ExpiringMap<true>;
  #registrations: ExpiringMap<{ challenge: string; usage: DeviceUsage; replaces: boolean }>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const options = { ttlMs: CHALLENGE_TTL_MS, capacity: PENDING_MAX, now: parts.now };
    this.#logins = new ExpiringMap(options);
    this.#passkeys = new ExpiringMap(options);
    this.#registrations = new ExpiringMap(options);
  }

  /** The challenge for the user's keys. null if the user has none or keys are not allowed. */
  loginChallenge(user: string): AuthnChallengeJson['webauthn_challenge'] {
    const challenge = newChallenge();
    const publicKey = this.#loginOptions(user, challenge);
    if (!publicKey) return null;
    this.#logins.set(user, challenge);
    return { publicKey };
  }

  /**
   * A challenge besides the user's pending one: several can wait at once. undefined if the user has no key or keys are
   * not allowed. The caller must not check an answer that comes too late.
   */
  question(user: string): KeyQuestion | undefined {
    const challenge = newChallenge();
    const options = this.#loginOptions(user, challenge);
    let open = true;
    const consume = () => {
      const wasOpen = open;
      open = false;
      return wasOpen;
    };
    return (
      options && {
        options,
        check: (answer) => this.#check(user, readAssertion(answer), { challenge, asPasskey: false }, consume),
      }
    );
  }

  #loginOptions(user: string, challenge: string): AssertionOptionsJson | undefined {
    const keys = this.#parts.devices.of(user).filter(isKey);
    const rpId = this.#usableRpId();
    return rpId === undefined || keys.length === 0 ? undefined : loginOptions(challenge, rpId, keys);
  }

  /** Whether a key of the user has signed their last challenge. Throws on a malformed answer. */
  async checkLogin(user: string, answer: JsonObject): Promise<KeyVerdict> {
    const assertion = readAssertion(answer);
    const challenge = this.#logins.get(user);
    if (challenge === undefined) return refused(`key /web/users/${user}/webauthnsessiondata/login is not found`);
    return this.#check(user, assertion, { challenge, asPasskey: false }, () => {
      const stillPending = this.#logins.get(user) === challenge;
      if (stillPending) this.#logins.delete(user);
      return stillPending;
    });
  }

  /** Whether passkeys can sign in, by the settings and at this address. */
  takesPasskeys(): boolean {
    return this.#usableRpId() !== undefined && allowsPasskeys(this.#parts.auth());
  }

  /** For any passkey that the browser offers. undefined if passkeys cannot sign in. */
  passkeyChallenge(): AuthnChallengeJson['webauthn_challenge'] | undefined {
    const rpId = this.#usableRpId();
    if (rpId === undefined || !this.takesPasskeys()) return undefined;
    const challenge = newChallenge();
    this.#passkeys.set(challenge, true);
    return { publicKey: passkeyOptions(challenge, rpId) };
  }

  /** Finds the signer of such a challenge: `device.user`. The passkey identifies its user and has verified them. */
  async checkPasskey(answer: JsonObject): Promise<KeyVerdict> {
    const assertion = readAssertion(answer);
    const { devices } = this.#parts;
    const { challenge } = assertion.clientData;
    if (!this.takesPasskeys()) return refused('passwordless disallowed by cluster settings');
    const handle = fromUtf8(Buffer.from(assertion.userHandle, 'base64url'));
    const user = HANDLE.test(handle) ? devices.userOfHandle(handle) : undefined;
    if (user === undefined) return refused('no user matches the handle in the answer');
    if (!this.#passkeys.get(challenge)) return refused(OTHER_CHALLENGE);
    return this.#check(user, assertion, { challenge, asPasskey: true }, () => Boolean(this.#passkeys.take(challenge)));
  }

  /**
   * The challenge for a new key (http-auth §3.2). `replaces`: the key replaces all keys of the user, so it may be one
   * of them. Throws if keys are not possible.
   */
  registrationChallenge(user: string, usage: DeviceUsage, replaces = false): { publicKey: CreationOptionsJson } {
    const { devices } = this.#parts;
    const rpId = this.#requireRpId();
    const passkey = usage === 'passwordless';
    if (passkey && !this.takesPasskeys()) throw badRequest('passwordless disallowed by cluster settings');
    const challenge = newChallenge();
    this.#registrations.set(user, { challenge, usage, replaces });
    const alike = devices
      .of(user)
      .filter(isKey)
      .filter((key) => key.passkey === passkey && !replaces);
    return { publicKey: creationOptions({ challenge, rpId, user, handle: devices.handleOf(user), passkey, alike }) };
  }

  /**
   * The key that was made for the user's pending challenge. This uses up the challenge, so make all other checks first.
   * Throws the wire's refusal. The challenge decides the kind of the key. `usage` must not ask for more.
   */
  async checkRegistration(user: string, answer: JsonObject, usage: DeviceUsage): Promise<VerifiedKey> {
    const creation = readCreation(answer);
    const rpId = this.#requireRpId();
    if (!this.#fits(creation.clientData.origin, rpId)) throw badRequest(FOREIGN_ORIGIN);
    const pending = this.#registrations.get(user);
    if (!pending) throw notFound(`key /web/users/${user}/webauthnsessiondata/registration is not found`);
    const passkey = pending.usage === 'passwordless';
    if (usage === 'passwordless' && !passkey) {
      throw badRequest('passwordless registration failed, requested CredentialCreation was for an MFA registration');
    }
    const { challenge } = pending;
    if (creation.clientData.challenge !== challenge) throw badRequest(OTHER_CHALLENGE);
    const { userVerified, ...key } = await verifyCreation(creation, { challenge, rpId }).catch((error: unknown) => {
      throw badRequest(`the answer of the key is invalid: ${errorMessage(error)}`);
    });
    if (passkey && !userVerified) {
      throw badRequest("authenticator doesn't support passwordless, setting up a PIN may fix this");
    }
    const isTaken = this.#parts.devices.hasKey(key.credentialId, pending.replaces ? user : undefined);
    if (isTaken) throw alreadyExists('this key is registered already');
    if (this.#registrations.get(user) !== pending) throw badRequest(OTHER_CHALLENGE);
    this.#registrations.delete(user);
    return { ...key, passkey };
  }

  async #check(
    user: string,
    assertion: Assertion,
    { challenge, asPasskey }: { challenge: string; asPasskey: boolean },
    consume: () => boolean,
  ): Promise<KeyVerdict> {
    const { devices, now } = this.#parts;
    const rpId = this.#usableRpId();
    if (rpId === undefined || !this.#fits(assertion.clientData.origin, rpId)) return refused(FOREIGN_ORIGIN);
    const keys = devices.of(user).filter(isKey);
    const device = keys.find((key) => key.credentialId === assertion.credentialId && (key.passkey || !asPasskey));
    if (!device) return refused(NOT_THEIRS);
    if (assertion.clientData.challenge !== challenge) return refused(OTHER_CHALLENGE);
    const expected = { challenge, rpId, userVerification: asPasskey };
    const verified = await verifyAssertion(assertion, device, expected).catch(errorMessage);
    if (typeof verified === 'string') return refused(verified);
    // Another request may have sent the same answer during this check.
    if (!consume()) return refused(OTHER_CHALLENGE);
    if (!devices.of(user).some(({ id }) => id === device.id)) return refused(NOT_THEIRS); // deleted in the meantime
    devices.useKey(device.id, verified.signCount, now());
    return { ok: true, device };
  }

  #fits(origin: string, rpId: string): boolean {
    if (!originFits(origin, rpId)) return false;
    const { hostname } = new URL(origin);
    // An application that claims the console's own name is never served there.
    return hostname === rpId || !this.#parts.isApplication(hostname);
  }

  #usableRpId(): string | undefined {
    return allowsKeys(this.#parts.auth().secondFactor) ? this.#parts.rpId : undefined;
  }

  #requireRpId(): string {
    const rpId = this.#usableRpId();
    if (rpId === undefined) throw notFound(NOT_CONFIGURED);
    return rpId;
  }
}

const FOREIGN_ORIGIN = "origin doesn't match RPID";
const NOT_CONFIGURED =
  'Webauthn is not configured in this cluster, please contact your administrator and ask them to follow https://goteleport.com/docs/access-controls/guides/webauthn/';
const NOT_THEIRS = 'the key does not belong to the user';
const HANDLE = /^[0-9a-f-]{36}$/;
/** The challenge is not the pending one: replaced, expired or answered. */
const OTHER_CHALLENGE = 'the challenge of this answer is not the expected one';

const isKey = (device: Device): device is KeyDevice => device.kind === 'webauthn';
const refused = (reason: string): KeyVerdict => ({ ok: false, reason });
