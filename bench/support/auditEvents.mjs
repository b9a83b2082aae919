// 200 000 audit events of a week, written into the database of a gateway that runs.
import Libsql from 'libsql';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

export const EVENTS = 200_000;
/** The oldest events are hers alone: no page of newer ones has any. */
export const RARE_USER = 'rare-user';
const RARE_EVENTS = 12;
const STEP_MS = 3000;
const CODES = /** @type {const} */ ([
  ['T1000I', 'user.login'],
  ['TC000I', 'cert.create'],
  ['T2000I', 'session.start'],
  ['T2004I', 'session.end'],
  ['T3005I', 'scp'],
  ['T1000W', 'user.login'],
]);

/** @param {string} dataDir */
export function addAuditEvents(dataDir) {
  const db = new Libsql(path.join(dataDir, 'postern.db'));
  const insert = db.prepare(
    `INSERT INTO events (uid, time_ms, event, document, code, failed, actor, resource, address, session)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const nowMs = Date.now();
  db.exec('BEGIN');
  for (let n = 0; n < EVENTS; n += 1) {
    const [code, event] = CODES[n % CODES.length] ?? CODES[0];
    const timeMs = nowMs - (EVENTS - n) * STEP_MS;
    const [uid, sid] = [randomUUID(), randomUUID()];
    const user = n < RARE_EVENTS ? RARE_USER : `user-${n % 500}`;
    const [host, address] = [`web-${n % 300}`, `10.0.${n % 200}.1`];
    const document = {
      ...{ cluster_name: 'bench.test', code, ei: 0, event, time: new Date(timeMs).toISOString(), uid, user, sid },
      ...{ server_hostname: host, login: 'root', 'addr.remote': `${address}:50114` },
    };
    const values = [
      uid,
      timeMs,
      event,
      JSON.stringify(document),
      code,
      code.endsWith('W') ? 1 : 0,
      user,
      host,
      address,
    ];
    insert.run([...values, sid]);
  }
  db.exec('COMMIT');
  db.close();
}
