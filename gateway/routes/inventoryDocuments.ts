// Documents of all inventory kinds at once. An extension. Single documents are changed at
// `postern/documents/:kind/:name`.
import { textAt } from '../../src/lib/json.ts';
import { requireList, ruleOf } from '../documents/Documents.ts';
import type { DocumentKind } from '../documents/documentKind.ts';
import { toItem } from '../documents/documentItems.ts';
import { documentKind } from '../documents/kinds/documentKinds.ts';
import { wrongKind } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../identity/caller.ts';
import { DYNAMIC_KINDS } from '../inventory/dynamic.ts';
import type { Api } from './api.ts';
import { listedItems } from './documents.ts';
import { readSent } from './sentDocument.ts';

const PATH = 'postern/inventory';
const KINDS = DYNAMIC_KINDS.map(documentKind);

const kindNamed = (name: string) => KINDS.find(({ kind }) => kind === name);

export function inventoryDocumentRoutes(api: Api, gateway: Gateway): void {
  /** The kinds that the caller may change. A caller who may change none gets the first missing right. */
  api.on('GET', PATH, 'session', (call) => {
    const { caller } = call;
    const readable = KINDS.filter((kind) => mayList(kind, caller));
    if (readable.length === 0) for (const kind of KINDS) requireList(kind, caller);
    return listedItems(readable, gateway, call);
  });

  api.on('POST', PATH, 'session', async (call) => {
    const nameOf = (document: unknown) => kindNamed(textAt(document, 'kind'))?.nameOf?.(document) ?? '';
    const sent = await readSent(gateway, call, { kinds: KINDS, doing: 'create', nameOf });
    const kind = kindNamed(sent.kind);
    if (!kind) throw wrongKind(sent.kind);
    return toItem(await gateway.documents.create(kind, call.caller, sent));
  });
}

const mayList = (kind: DocumentKind, { access }: Caller): boolean =>
  ['list', 'read', ...(kind.readNeeds ?? [])].every((verb) => access.rule(ruleOf(kind), verb).ok);
