import { randomUUID } from 'node:crypto';
import { DEVICE_NAME_MAX_BYTES, WRONG_NEW_CODE } from '../../src/wire/constants.ts';
import type { SecondFactor } from '../../src/wire/config.ts';
import type { DeviceUsage, TotpSetup } from '../../src/wire/webauthn.ts';
import type { Audit } from '../audit/audit.ts';
import { deviceFields } from '../audit/deviceFields.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, badRequest, denied } from '../http/failures.ts';
import type { Device } from '../store/devices.ts';
import type { Stores } from '../store/stores.ts';
import { replacesDevices, type UserToken } from '../store/userTokens.ts';
import { allowsCodes, allowsKeys } from './secondFactor.ts';
import { newTotpSecret, stepOfCode, totpQrCode } from './totp.ts';
import type { WebAuthn } from './webauthn/WebAuthn.ts';

type Parts = {
  stores: Stores;
  audit: Audit;
  webauthn: WebAuthn;
  clusterName: () => string;
  mode: () => SecondFactor;
  now: () => number;
};

/** The proof of a new device: the code of an app, or a key's answer. */
export type Proof = { code: string } | { creation: JsonObject; usage: DeviceUsage };

/** Adds authenticator apps, hardware keys and passkeys as second factors of a user (http-auth §7.3, §8.5, §8.6). */
export class Enrolment {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A new secret with its QR code. It replaces the token's earlier secret. Answered in every mode (http-auth §8.5). */
  async newApp(tokenId: string, { user }: UserToken): Promise<TotpSetup> {
    const secret = newTotpSecret();
    this.#parts.stores.userTokens.setTotpSecret(tokenId, secret);
    return { qrCode: await totpQrCode(secret, user, this.#parts.clusterName()), setupKey: secret };
  }

  /**
   * Returns the device if the proof is right. Nothing is stored yet. The name is trimmed and normalized, so that names
   * that look alike are equal. Throws the wire's refusal.
   */
  async verify(token: UserToken, givenName: string, proof: Proof): Promise<Device> {
    const { webauthn, mode, now } = this.#parts;
    const { user } = token;
    const name = givenName.trim().normalize('NFC');
    checkName(name);
    if (!replacesDevices(token)) this.#requireFree(user, name);
    const device = { id: randomUUID(), user, name, addedMs: now(), usedMs: now() };
    if ('creation' in proof) {
      if (!allowsKeys(mode())) throw badRequest('second factor Webauthn not allowed by cluster');
      return { ...device, kind: 'webauthn', ...(await webauthn.checkRegistration(user, proof.creation, proof.usage)) };
    }
    if (!allowsCodes(mode())) throw badRequest('second factor TOTP not allowed by cluster');
    const secret = token.totpSecret ?? '';
    const lastStep = secret === '' ? undefined : stepOfCode(secret, proof.code, now());
    if (lastStep === undefined) {
      throw denied(`${WRONG_NEW_CODE}, please check if the token has expired and try again`);
    }
    return { ...device, kind: 'totp', secret, lastStep };
  }

  /** Call it inside the transaction that uses up the token of the device. */
  add(device: Device): void {
    const { stores, audit } = this.#parts;
    this.#requireFree(device.user, device.name); // another request may have added one in the meantime
    stores.devices.add(device);
    audit.emit('mfa.add', { user: device.user, ...deviceFields(device) });
  }

  #requireFree(user: string, name: string): void {
    if (this.#parts.stores.devices.of(user).some((device) => device.name.normalize('NFC') === name)) {
      throw alreadyExists(`MFA device with name ${JSON.stringify(name)} already exists`);
    }
  }
}

function checkName(name: string): void {
  if (Buffer.byteLength(name) > DEVICE_NAME_MAX_BYTES) {
    throw badRequest(`device name must be ${DEVICE_NAME_MAX_BYTES} characters or less`);
  }
  if (name === '') throw badRequest('missing parameter Name');
  if (INVISIBLE.test(name)) throw badRequest('a device name must not contain control or invisible characters');
}

const INVISIBLE = /[\p{Cc}\p{Cf}]/u;
