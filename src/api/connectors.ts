import { textAt, textsAt } from '../lib/json.ts';
import { objectsAt } from '../lib/objectsAt.ts';
import { CONNECTOR_SECRETS, isConnectorKind, type ConnectorKind } from '../wire/connectors.ts';
import type { ResourceItemJson } from '../wire/http.ts';
import { KeptSecrets } from './KeptSecrets.ts';

/** The summary of a connector's document for a row. No access decision uses it. */
export type Connector = {
  /** Names are only unique per kind: `github:octo` (http-resources §11.1). */
  id: string;
  kind: string;
  name: string;
  /** On the button of the sign-in page. */
  display: string;
  /** Summary of the membership that a user needs: "3 teams". */
  by: string;
  /** The roles that a user can get through it. */
  roles: readonly string[];
  /** The document without its secrets. */
  content: string;
};

export const connectorId = (kind: string, name: string): string => `${kind}:${name}`;
export function connectorParts(id: string): { kind: string; name: string } {
  const colon = id.indexOf(':');
  return { kind: id.slice(0, Math.max(colon, 0)), name: id.slice(colon + 1) };
}

const secrets = new KeptSecrets({
  secretsOf: (kind) => (isConnectorKind(kind) ? CONNECTOR_SECRETS[kind] : []),
  idOf: connectorId,
});

type Rule = { list: string; singular: string; plural: string };
const RULES: Readonly<Record<ConnectorKind, Rule>> = {
  github: { list: 'teams_to_roles', singular: 'team', plural: 'teams' },
  oidc: { list: 'claims_to_roles', singular: 'claim', plural: 'claims' },
};

function connectorFacts(kind: string, document: unknown): Pick<Connector, 'display' | 'by' | 'roles'> {
  const display = textAt(document, 'spec', 'display');
  if (!isConnectorKind(kind)) return { display, by: '', roles: [] };
  const { list, singular, plural } = RULES[kind];
  // Logins of the old mapping are role names (resource-specs §3).
  const rules = [list, 'teams_to_logins'].flatMap((name) => objectsAt(document, 'spec', name));
  const roles = rules.flatMap((rule) => [...textsAt(rule, 'roles'), ...textsAt(rule, 'logins')]);
  return { display, by: `${rules.length} ${rules.length === 1 ? singular : plural}`, roles: [...new Set(roles)] };
}

export async function loadConnectorDecoder(): Promise<(json: Partial<ResourceItemJson>) => Connector> {
  const read = await secrets.loadReader();
  return ({ kind = '', name = '', content = '' }) => {
    const { shownText, document } = read(kind, name, content);
    return { id: connectorId(kind, name), kind, name, content: shownText, ...connectorFacts(kind, document) };
  };
}

/** One connector, from the response of a write. */
export const readConnector = async (json: unknown): Promise<Connector> => (await loadConnectorDecoder())(json ?? {});

export const saveConnectorBody = ({ content = '' }: Partial<Connector>): Promise<unknown> => secrets.body(content);
