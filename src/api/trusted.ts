import { at, textAt, textsAt } from '../lib/json.ts';
import { objectsAt } from '../lib/objectsAt.ts';
import { TRUSTED_CLUSTER_SECRETS } from '../wire/documentSecrets.ts';
import type { ResourceItemJson } from '../wire/http.ts';
import { call } from './client.ts';
import { KeptSecrets } from './KeptSecrets.ts';
import { wholeList, type ListWire } from './lists.ts';
import { apiUrl } from './urls.ts';

/** The summary of a root cluster that this one has joined, for a row. No access decision uses it. */
export type TrustedCluster = {
  /** The name of the root cluster. */
  id: string;
  name: string;
  enabled: boolean;
  /** The role there and the local role: `access → guest`. */
  mapping: readonly string[];
  /** The target address of the tunnel. */
  tunnel: string;
  /** The document without its join token. */
  content: string;
};

const secrets = new KeptSecrets({ secretsOf: () => TRUSTED_CLUSTER_SECRETS, idOf: (_, name) => name });

/** Names in the list that was read last. */
let listedNames: ReadonlySet<string> = new Set();

function mappingOf(document: unknown): readonly string[] {
  const rows = objectsAt(document, 'spec', 'role_map');
  const everybody = textsAt(document, 'spec', 'roles');
  return [
    ...rows.map((row) => `${textAt(row, 'remote')} → ${textsAt(row, 'local').join(', ')}`),
    ...(everybody.length > 0 ? [`all users → ${everybody.join(', ')}`] : []),
  ];
}

async function loadDecoder(): Promise<(json: Partial<ResourceItemJson>) => TrustedCluster> {
  const read = await secrets.loadReader();
  return ({ kind = '', name = '', content = '' }) => {
    const { shownText, document } = read(kind, name, content);
    return {
      id: name,
      name,
      enabled: at(document, 'spec', 'enabled') === true,
      mapping: mappingOf(document),
      // Without its own address, the tunnel uses the web address (resource-specs §6).
      tunnel: textAt(document, 'spec', 'tunnel_addr') || textAt(document, 'spec', 'web_proxy_addr'),
      content: shownText,
    };
  };
}

const list = wholeList('trustedcluster', { load: loadDecoder });
export const trustedList: ListWire<TrustedCluster> = {
  ...list,
  async read(json) {
    const page = await list.read(json);
    listedNames = new Set(page.rows.map(({ name }) => name));
    return page;
  },
};

/**
 * The trusted cluster that a write created. The response has the sent name, but the server stores it under the name of
 * the root cluster (http-resources §11.4). The list has the correct row.
 */
export async function readTrusted(json: Partial<ResourceItemJson>): Promise<TrustedCluster> {
  const before = listedNames;
  const sent = (await loadDecoder())(json);
  const now = await call(apiUrl(trustedList.url))
    .then((answer) => trustedList.read(answer))
    .catch(() => undefined);
  const rows = now?.rows ?? [];
  // Another user may have connected another root cluster, which has another address.
  const isNew = ({ name, tunnel }: TrustedCluster) => !before.has(name) && tunnel === sent.tunnel;
  return rows.find(({ name }) => name === sent.name) ?? rows.find(isNew) ?? sent;
}

/** Body of create and update, with the join token that the text does not show. */
export const saveTrustedBody = ({ content = '' }: Partial<TrustedCluster>): Promise<unknown> => secrets.body(content);
