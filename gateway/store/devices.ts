import type { Database } from './database.ts';

/** A second factor of a user. `secret` is base32. */
export type Device = {
  id: string;
  user: string;
  name: string;
  kind: 'totp';
  secret: string;
  /** The newest period of 30 s a code was accepted for: no code of it or before is accepted again. */
  lastStep: number;
  addedMs: number;
  usedMs: number;
};

type Row = {
  id: string;
  user: string;
  name: string;
  kind: 'totp';
  secret: string;
  last_step: number;
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
    this.#db.run(
      'INSERT INTO devices (id, user, name, kind, secret, last_step, added_ms, used_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      device.id,
      device.user,
      device.name,
      device.kind,
      device.secret,
      device.lastStep,
      device.addedMs,
      device.usedMs,
    );
  }

  /** False where another request has used this period in the meantime. */
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

  delete(id: string): void {
    this.#db.run('DELETE FROM devices WHERE id = ?', id);
  }

  deleteOf(user: string): void {
    this.#db.run('DELETE FROM devices WHERE user = ?', user);
  }
}

const toDevice = ({ last_step, added_ms, used_ms, ...row }: Row): Device => ({
  ...row,
  lastStep: last_step,
  addedMs: added_ms,
  usedMs: used_ms,
});
