// Locks (http-resources §15).
import { randomUUID } from 'node:crypto';
import { parseGoDuration } from '../../src/wire/duration.ts';
import { LOCK_TARGETS } from '../../src/wire/locks.ts';
import type { LockJson } from '../../src/wire/locks.ts';
import { LOCK } from '../documents/kinds/lock.ts';
import { toPrinted } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { ApiFailure } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { lockDocument, toLock, toTargets, type Lock } from '../locks/lock.ts';
import { OK, type Api } from './api.ts';

export function lockRoutes(api: Api, { documents, now }: Pick<Gateway, 'documents' | 'now'>): void {
  api.on('GET', 'sites/:site/locks', 'session+site', ({ caller }): LockJson[] => {
    requireRule(caller, 'lock', 'list', 'read');
    return documents.list(LOCK).map(({ document, createdBy, createdMs }) => ({
      ...toJson(toLock(document)),
      createdAt: new Date(createdMs).toISOString(),
      createdBy,
    }));
  });

  api.on('PUT', 'sites/:site/locks', 'session+site', async ({ caller, body }): Promise<LockJson> => {
    requireRule(caller, 'lock', 'create', 'update');
    const { document } = await documents.create(LOCK, caller, toPrinted(lockDocument(toNewLock(await body(), now()))));
    return toJson(toLock(document));
  });

  api.on('DELETE', 'sites/:site/locks/:uuid', 'session+site', async ({ caller, param }) => {
    await documents.remove(LOCK, caller, param('uuid'));
    return OK;
  });
}

/** A negative time makes a lock that has ended; an end that cannot be read is no fault of the request (§15.2). */
function toNewLock(sent: JsonObject, nowMs: number): Lock {
  const [message, ttl] = [sent.text('message'), sent.text('ttl')];
  const given = sent.object('targets');
  const targets = toTargets(Object.fromEntries(LOCK_TARGETS.map((kind) => [kind, given?.text(kind)])));
  const lock = { name: randomUUID(), targets, message };
  if (ttl === '') return { ...lock, expiresMs: undefined };
  const life = parseGoDuration(ttl);
  if (!life.ok) throw new ApiFailure(500, life.message);
  return { ...lock, expiresMs: nowMs + life.ms };
}

/** Who made it and when is told by lists alone. */
const toJson = ({ name, message, expiresMs, targets }: Lock): LockJson => ({
  name,
  message,
  expires: expiresMs === undefined ? '' : new Date(expiresMs).toISOString(),
  createdAt: '',
  createdBy: '',
  targets,
});
