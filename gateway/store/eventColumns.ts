import { actorOf, addressOf, hasFailed, resourceOf } from '../../src/wire/audit/describeEvent.ts';
import { textAt } from '../../src/lib/json.ts';
import type { AuditEvent } from '../../src/wire/audit/template.ts';

/** Longer names come from attackers. The document has them in full, and no filter finds the full name. */
const VALUE_CHARS = 300;

/** The driver cuts texts at a NUL and replaces lone surrogates. */
const storable = (text: string): string =>
  text
    .slice(0, VALUE_CHARS)
    .replaceAll('\0', '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** The columns of an event, which filters and counts read instead of the documents. */
export const eventColumns = (document: AuditEvent) => ({
  code: storable(textAt(document, 'code')),
  failed: hasFailed(document),
  actor: storable(actorOf(document)),
  resource: storable(resourceOf(document)),
  address: storable(addressOf(document)),
  session: storable(textAt(document, 'sid')),
});
