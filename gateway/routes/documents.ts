// Documents of every kind, with the write that each of them is from. Our extension; the contract has three kinds.
import { patchYaml, printYaml } from '../../src/wire/yaml.ts';
import type { DocumentItemJson } from '../../src/wire/http.ts';
import type { DocumentKind, Singleton } from '../documents/documentKind.ts';
import type { FixedDocument } from '../documents/documentKindOf.ts';
import { missing, requireList, requireRead, revisionOf, ruleOf } from '../documents/Documents.ts';
import { documentKind } from '../documents/kinds/documentKinds.ts';
import { withoutSecrets } from '../documents/secrets.ts';
import { toSentDocument } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import { requireRule } from '../identity/caller.ts';
import type { StoredDocument } from '../store/documents.ts';
import { OK, type Api, type SignedInCall } from './api.ts';
import { toResourceItem } from './documentItems.ts';

const PATH = 'postern/documents/:kind';

/** The kinds of which there is always one document. */
const SETTINGS = ['cluster_auth_preference', 'session_recording_config', 'cluster_networking_config'].map(documentKind);

export function documentRoutes(api: Api, gateway: Gateway): void {
  const { documents } = gateway;
  const kindOf = ({ param }: Pick<SignedInCall, 'param'>) => documentKind(param('kind'));

  api.on('GET', PATH, 'session', (call) => {
    const kind = kindOf(call);
    requireList(kind, call.caller);
    return itemsOf(kind, gateway);
  });

  api.on('GET', 'postern/settings', 'session', ({ caller }) => {
    const readable = SETTINGS.filter((kind) => caller.access.rule(ruleOf(kind), 'read').ok);
    if (readable.length === 0) requireRule(caller, SETTINGS.map(ruleOf)[0] ?? '', 'read');
    return readable.flatMap((kind) => itemsOf(kind, gateway));
  });

  api.on('GET', `${PATH}/:name`, 'session', (call) => {
    const kind = kindOf(call);
    const name = call.param('name');
    requireRead(kind, call.caller, name);
    return itemOf(kind, name, gateway);
  });

  api.on('POST', PATH, 'session', async (call) => {
    const kind = kindOf(call);
    const sent = toSentDocument(await call.body(), kind.nameOf);
    return toItem(await documents.create(kind, call.caller, sent));
  });

  api.on('PUT', `${PATH}/:name`, 'session', async (call) => {
    const kind = kindOf(call);
    const body = await call.body();
    const revision = body.raw('revision') === undefined ? {} : { revision: body.text('revision') };
    const stored = await documents.update(kind, call.caller, call.param('name'), toSentDocument(body), revision);
    return kind.singleton ? singletonItem(kind, kind.singleton, gateway) : toItem(stored);
  });

  api.on('DELETE', `${PATH}/:name`, 'session', async (call) => {
    const revision = call.query('revision');
    await documents.remove(kindOf(call), call.caller, call.param('name'), revision === '' ? {} : { revision });
    return OK;
  });
}

export function itemsOf(kind: DocumentKind, gateway: Gateway): DocumentItemJson[] {
  if (kind.singleton) return [singletonItem(kind, kind.singleton, gateway)];
  const fixed = kind.fixedDocuments?.(gateway) ?? [];
  const hidden = new Set(fixed.map(({ name }) => name)); // beside one of the file a written document has no effect
  const stored = gateway.documents.list(kind).filter(({ name }) => !hidden.has(name));
  const items = [...fixed.map((one) => toFixedItem(kind, one)), ...stored.map(toItem)];
  return items.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function itemOf(kind: DocumentKind, name: string, gateway: Gateway): DocumentItemJson {
  if (kind.singleton?.name === name) return singletonItem(kind, kind.singleton, gateway);
  const fixed = kind.fixedDocument?.(name, gateway);
  if (fixed) return toFixedItem(kind, fixed);
  const stored = gateway.documents.find(kind, name);
  if (!stored) throw missing(kind, name, 'update');
  return toItem(stored);
}

export const toItem = (stored: StoredDocument): DocumentItemJson => ({
  ...toResourceItem(stored),
  revision: revisionOf(stored),
  origin: 'dynamic',
});

const toFixedItem = ({ kind, secrets = [] }: DocumentKind, fixed: FixedDocument): DocumentItemJson => ({
  ...toResourceItem({ kind, name: fixed.name, content: printYaml(withoutSecrets(secrets, fixed.document)) }),
  revision: revisionOf(undefined),
  origin: fixed.origin,
});

/** What the file decides stands in the text as it is, whatever was written before the file said so. */
function singletonItem({ kind }: DocumentKind, singleton: Singleton, gateway: Gateway): DocumentItemJson {
  const { name } = singleton;
  const stored = gateway.stores.documents.find(kind, name);
  const fixed = singleton.fixed(gateway);
  const content = fixed.reduce(
    (text, { path, value }) => patchYaml(text, path, value) ?? text,
    stored?.content ?? printYaml(singleton.defaults(gateway)),
  );
  return {
    ...toResourceItem({ kind, name, content }),
    revision: revisionOf(stored),
    origin: stored ? 'dynamic' : 'defaults',
    ...(fixed.length > 0 && { fixed: fixed.map(({ path }) => path.join('.')) }),
  };
}
