import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

type DeviceBase = { id: string; user: string; name: string; addedMs: number; usedMs: number };

/** An authenticator app. `secret` is base32. */
type TotpDevice = DeviceBase & {
  kind: 'totp';
  secret: string;
  /** The newest period of 30 s with an accepted code. Codes of this period or earlier ones are refused. */
  lastStep: number;
};

/** A hardware key or passkey. Bytes are base64url. */
export type KeyDevice = DeviceBase & {
  kind: 'webauthn';
  credentialId: string;
  /** COSE. */
  publicKey: string;
  /** The authenticator's count of its signatures; 0 if it keeps none. */
  signCount: number;
  /** Signs in without a password. */
  passkey: boolean;
};

/** A second factor of a user. */
export type Device = TotpDevice | KeyDevice;

type Row = {
  id: string;
  user: string;
  name: string;
  kind: 'totp' | 'webauthn';
  secret: string | null;
  last_step: number | null;
  credential_id: string | null;
  public_key: string | null;
  sign_count: number | null;
  passkey: number | null;
  added_ms: number;
  used_ms: number;
};

export class DeviceStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order in which they were added. */
  of(user: string): Device[] {
    return this.#db.all<Row>('SELECT * FROM devices WHERE user = ? ORDER BY added_ms, name', user).map(toDevice);
  }

  add(device: Device): void {
    const { id, user, name, kind, addedMs, usedMs } = device;
    const [totp, key] = device.kind === 'totp' ? [device, undefined] : [undefined, device];
    this.#db.run(
      `INSERT INTO devices (id, user, name, kind, secret, last_step, credential_id, public_key, sign_count, passkey,
         added_ms, used_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      user,
      name,
      kind,
      totp?.secret,
      totp?.lastStep,
      key?.credentialId,
      key?.publicKey,
      key?.signCount,
      key && Number(key.passkey),
      addedMs,
      usedMs,
    );
  }

  /** Uses an authenticator app's code. False if another request has used this period in the meantime. */
  use(id: string, step: number, nowMs: number): boolean {
    return (
      this.#db.run(
        'UPDATE devices SET last_step = ?, used_ms = ? WHERE id = ? AND last_step < ?',
        step,
        nowMs,
        id,
        step,
      ) > 0
    );
  }

  /** Stores the use of a key. */
  useKey(id: string, signCount: number, nowMs: number): void {
    this.#db.run('UPDATE devices SET sign_count = MAX(sign_count, ?), used_ms = ? WHERE id = ?', signCount, nowMs, id);
  }

  /** Whether any other user than `exceptUser` has this key. */
  hasKey(credentialId: string, exceptUser = ''): boolean {
    const sql = 'SELECT 1 AS found FROM devices WHERE credential_id = ? AND user <> ?';
    return this.#db.get(sql, credentialId, exceptUser) !== undefined;
  }

  /**
   * The id by which passkeys know the user, created with the first key: a random UUID that does not reveal the name.
   */
  handleOf(user: string): string {
    this.#db.run('UPDATE users SET handle = ? WHERE name = ? AND handle IS NULL', randomUUID(), user);
    return this.#db.get<{ handle: string }>('SELECT handle FROM users WHERE name = ?', user)?.handle ?? '';
  }

  /** Local users only: accounts of an identity provider sign in there. */
  userOfHandle(handle: string): string | undefined {
    return this.#db.get<{ name: string }>(`SELECT name FROM users WHERE handle = ? AND auth_type = 'local'`, handle)
      ?.name;
  }

  delete(id: string): void {
    this.#db.run('DELETE FROM devices WHERE id = ?', id);
  }

  deleteOf(user: string): void {
    this.#db.run('DELETE FROM devices WHERE user = ?', user);
  }
}

function toDevice(row: Row): Device {
  const base = { id: row.id, user: row.user, name: row.name, addedMs: row.added_ms, usedMs: row.used_ms };
  if (row.kind === 'totp') return { ...base, kind: 'totp', secret: row.secret ?? '', lastStep: row.last_step ?? 0 };
  return {
    ...base,
    kind: 'webauthn',
    credentialId: row.credential_id ?? '',
    publicKey: row.public_key ?? '',
    signCount: row.sign_count ?? 0,
    passkey: row.passkey === 1,
  };
}
