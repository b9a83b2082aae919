// Locks (resource-specs §13).
import { randomUUID } from 'node:crypto';
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { at } from '../../../src/lib/json.ts';
import { NEVER } from '../../audit/events.ts';
import { badDocument } from '../../http/failures.ts';
import { keepingAnAdministrator } from '../../identity/administrators.ts';
import { checkLock, toLock } from '../../locks/lock.ts';
import type { DocumentKind } from '../documentKind.ts';

export const LOCK: DocumentKind = {
  kind: 'lock',
  writeVerbs: ['create', 'update'],
  nameOf: () => randomUUID(),
  check({ document }) {
    const fault = checkMetadata(at(document, 'metadata')) ?? checkLock(document);
    if (fault !== undefined) throw badDocument(fault);
  },
  around: (gateway, _what, change) => keepingAnAdministrator(gateway, 'This lock', change),
  written({ caller: { user }, name, document }, { audit }) {
    const { targets } = toLock(document);
    audit.emit('lock.created', { user: user.name, updated_by: user.name, name, expires: NEVER, target: targets }); // on updates too
  },
  removed({ caller: { user }, stored: { name } }, { audit }) {
    audit.emit('lock.deleted', { user: user.name, name, expires: NEVER });
  },
};
