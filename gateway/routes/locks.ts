// Locks (http-resources §15).
import { randomUUID } from 'node:crypto';
import { parseGoDuration } from '../../src/wire/duration.ts';
import { LOCK_TARGETS, type LockJson } from '../../src/wire/locks.ts';
import { LOCK } from '../documents/kinds/lock.ts';
import { toPrinted } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { ApiFailure, badRequest } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { lockDocument, toLock, toLockJson, toTargets, unknownTarget, type Lock } from '../locks/lock.ts';
import { OK, type Api } from './api.ts';
import { requesterOf } from './requester.ts';

export function lockRoutes(api: Api, { documents, tasks, now }: Pick<Gateway, 'documents' | 'tasks' | 'now'>): void {
  api.on('GET', 'sites/:site/locks', { guard: 'session+site', compress: true }, (call) => {
    requireRule(call.caller, 'lock', 'list', 'read');
    return tasks.answer('locks', undefined, requesterOf(call));
  });

  api.on('PUT', 'sites/:site/locks', 'session+site', async ({ caller, body }): Promise<LockJson> => {
    requireRule(caller, 'lock', 'create', 'update');
    const { document } = await documents.create(LOCK, caller, toPrinted(lockDocument(toNewLock(await body(), now()))));
    return toLockJson(toLock(document));
  });

  api.on('DELETE', 'sites/:site/locks/:uuid', 'session+site', async ({ caller, param }) => {
    await documents.remove(LOCK, caller, param('uuid'));
    return OK;
  });
}

/** A negative time creates an expired lock. An invalid end is not an error of the request (http-resources §15.2). */
function toNewLock(sent: JsonObject, nowMs: number): Lock {
  const [message, ttl] = [sent.text('message'), sent.text('ttl')];
  const given = sent.object('targets');
  const targets = toTargets(Object.fromEntries(LOCK_TARGETS.map((kind) => [kind, given?.text(kind)])));
  const keys = Object.keys(sent.raw('targets') ?? {}).map((key) => key.toLowerCase());
  const unknown = Object.keys(targets).length > 0 && unknownTarget(keys); // without targets: the wire’s refusal
  if (unknown) throw badRequest(`targets: ${unknown}`);
  const lock = { name: randomUUID(), targets, message };
  if (ttl === '') return { ...lock, expiresMs: undefined };
  const life = parseGoDuration(ttl);
  if (!life.ok) throw new ApiFailure(500, life.message);
  return { ...lock, expiresMs: nowMs + life.ms };
}
