import { actorOf, addressOf, hasFailed, resourceOf } from '../../src/wire/audit/describeEvent.ts';
import { textAt } from '../../src/lib/json.ts';
import type { AuditEvent } from '../../src/wire/audit/template.ts';

/** A name that is longer comes from somebody who tries; it is in the document, and no filter finds it by its whole. */
const VALUE_CHARS = 300;

/** The driver cuts texts at a NUL and replaces half characters. */
const storable = (text: string): string =>
  text
    .slice(0, VALUE_CHARS)
    .replaceAll('\0', '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** What an event is told apart by, in columns: filters and counts read these and not the documents. */
export const eventColumns = (document: AuditEvent) => ({
  code: storable(textAt(document, 'code')),
  failed: hasFailed(document),
  actor: storable(actorOf(document)),
  resource: storable(resourceOf(document)),
  address: storable(addressOf(document)),
  session: storable(textAt(document, 'sid')),
});
