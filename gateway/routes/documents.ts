// Documents of every kind, with the revision of each. An extension: the contract has three kinds.
import type { DocumentItemJson } from '../../src/wire/http.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import type { DocumentKind, Singleton } from '../documents/documentKind.ts';
import { revisionOf, toFixedItem, toItem, toResourceItem } from '../documents/documentItems.ts';
import { mayRead, missing, requireList, requireRead } from '../documents/Documents.ts';
import { documentKind } from '../documents/kinds/documentKinds.ts';
import { textsOf, type Texts } from '../documents/texts.ts';
import type { Gateway } from '../gateway.ts';
import { OK, type Api, type SignedInCall, type Traits } from './api.ts';
import { requesterOf } from './requester.ts';
import { readSent } from './sentDocument.ts';

const PATH = 'postern/documents/:kind';

/** The kinds with exactly one document. */
const SETTINGS = ['cluster_auth_preference', 'session_recording_config', 'cluster_networking_config'].map(documentKind);

/** Stored texts contain no secrets. Kinds that could contain them are still not compressed. */
export const DOCUMENT_TRAITS: Traits<'session'> = {
  guard: 'session',
  compress: ({ param }) => documentKind(param('kind')).secrets === undefined,
};

export function documentRoutes(api: Api, gateway: Gateway): void {
  const { documents, tasks } = gateway;
  const kindOf = ({ param }: Pick<SignedInCall, 'param'>) => documentKind(param('kind'));
  const itemOf = (kind: DocumentKind, call: SignedInCall, name: string) => {
    const texts = textsOf(tasks, requesterOf(call));
    return kind.singleton?.name === name
      ? singletonItem(kind, kind.singleton, gateway, texts)
      : storedItem(kind, name, gateway);
  };

  api.on('GET', PATH, DOCUMENT_TRAITS, (call) => {
    const kind = kindOf(call);
    requireList(kind, call.caller);
    return listedItems([kind], gateway, call);
  });

  api.on('GET', 'postern/settings', 'session', (call) => {
    const readable = SETTINGS.filter((kind) => mayRead(kind, call.caller));
    if (readable.length === 0) for (const kind of SETTINGS) requireRead(kind, call.caller, '');
    return listedItems(readable, gateway, call);
  });

  api.on('GET', `${PATH}/:name`, DOCUMENT_TRAITS, (call) => {
    const kind = kindOf(call);
    const name = call.param('name');
    requireRead(kind, call.caller, name);
    return itemOf(kind, call, name);
  });

  api.on('POST', PATH, DOCUMENT_TRAITS, async (call) => {
    const kind = kindOf(call);
    const sent = await readSent(gateway, call, { kinds: [kind], doing: 'create', nameOf: kind.nameOf });
    return toItem(await documents.create(kind, call.caller, sent));
  });

  api.on('PUT', `${PATH}/:name`, DOCUMENT_TRAITS, async (call) => {
    const kind = kindOf(call);
    const name = call.param('name');
    const { since, ...sent } = await readSent(gateway, call, { kinds: [kind], doing: 'update', name });
    const stored = await documents.update(kind, call.caller, name, sent, since);
    return kind.singleton ? itemOf(kind, call, name) : toItem(stored);
  });

  api.on('DELETE', `${PATH}/:name`, 'session', async (call) => {
    const revision = call.query('revision');
    await documents.remove(kindOf(call), call.caller, call.param('name'), revision === '' ? {} : { revision });
    return OK;
  });
}

/** Documents of all these kinds: the settings one by one, all others in one read. */
export async function listedItems(
  kinds: readonly DocumentKind[],
  gateway: Gateway,
  call: SignedInCall,
): Promise<object> {
  const [first] = kinds;
  if (first?.singleton) {
    const texts = textsOf(gateway.tasks, requesterOf(call));
    return Promise.all(
      kinds.flatMap((kind) => (kind.singleton ? [singletonItem(kind, kind.singleton, gateway, texts)] : [])),
    );
  }
  const requested = kinds.map(({ kind, secrets = [], fixedIn: fixed }) => ({ kind, secrets, fixed }));
  return gateway.tasks.answer('documentItems', { kinds: requested }, requesterOf(call));
}

function storedItem(kind: DocumentKind, name: string, gateway: Gateway): DocumentItemJson {
  const fixed = kind.fixedDocument?.(name, gateway);
  if (fixed) return toFixedItem(kind, fixed);
  const stored = gateway.documents.find(kind, name);
  if (!stored) throw missing(kind, name, 'update');
  return toItem(stored);
}

/** The text shows the values that the file sets, even if the stored text has others. */
async function singletonItem(
  { kind }: DocumentKind,
  singleton: Singleton,
  gateway: Gateway,
  texts: Texts,
): Promise<DocumentItemJson> {
  const { name } = singleton;
  const stored = gateway.stores.documents.find(kind, name);
  const fixed = singleton.fixed(gateway);
  const content = stored?.content ?? printYaml(singleton.defaults(gateway));
  const changes = fixed.map(({ path, value }) => ({ path, value }));
  return {
    ...toResourceItem({ kind, name, content: (await texts.patch(content, ...changes)) ?? content }),
    revision: revisionOf(stored),
    origin: stored ? 'dynamic' : 'defaults',
    ...(fixed.length > 0 && { fixed: fixed.map(({ path }) => path.join('.')) }),
  };
}
