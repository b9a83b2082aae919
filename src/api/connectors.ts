import { at, textAt } from '../lib/json.ts';
import { CONNECTOR_SECRETS, isConnectorKind } from '../wire/connectors.ts';
import type { ConnectorKind } from '../wire/connectors.ts';
import type { ResourceItemJson } from '../wire/http.ts';
import { KEPT_NOTE } from '../wire/secretNotes.ts';
import type { Secret } from '../wire/secretText.ts';

/** What a row says about a connector's document; nothing is decided by it. */
export type Connector = {
  /** Names are unique per kind only: `github:octo` (http-resources §11.1). */
  id: string;
  kind: string;
  name: string;
  /** On the button of the sign-in page. */
  display: string;
  /** What the person has to have there, in words: "3 teams". */
  by: string;
  /** Roles that anybody may get through it. */
  roles: readonly string[];
  /** The document without its secrets. */
  content: string;
};

export const connectorId = (kind: string, name: string): string => `${kind}:${name}`;
export function connectorParts(id: string): { kind: string; name: string } {
  const colon = id.indexOf(':');
  return { kind: id.slice(0, Math.max(colon, 0)), name: id.slice(colon + 1) };
}

/**
 * A cluster sends secrets in clear and wants them back with each write (http-resources §11.3). They go no further than
 * this file: rows never hold them. By id of the connector, for as long as the page lives.
 */
const kept = new Map<string, readonly Secret[]>();

type Rule = { list: string; one: string; many: string };
const RULES: Readonly<Record<ConnectorKind, Rule>> = {
  github: { list: 'teams_to_roles', one: 'team', many: 'teams' },
  oidc: { list: 'claims_to_roles', one: 'claim', many: 'claims' },
};

const listAt = (value: unknown, ...path: string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

function connectorFacts(kind: string, document: unknown): Pick<Connector, 'display' | 'by' | 'roles'> {
  const display = textAt(document, 'spec', 'display');
  if (!isConnectorKind(kind)) return { display, by: '', roles: [] };
  const { list, one, many } = RULES[kind];
  const rules = listAt(document, 'spec', list);
  const roles = rules.flatMap((rule) => listAt(rule, 'roles')).filter((role) => typeof role === 'string');
  return { display, by: `${rules.length} ${rules.length === 1 ? one : many}`, roles: [...new Set(roles)] };
}

/** The YAML module is loaded with the first list of connectors, not with the first page of the console. */
export async function loadConnectorDecoder(): Promise<(json: Partial<ResourceItemJson>) => Connector> {
  const [{ parseYaml }, { hideSecrets, secretsIn }] = await Promise.all([
    import('../wire/yaml.ts'),
    import('../wire/secretText.ts'),
  ]);
  return ({ kind = '', name = '', content = '' }) => {
    const id = connectorId(kind, name);
    const paths = isConnectorKind(kind) ? CONNECTOR_SECRETS[kind] : [];
    kept.set(id, secretsIn(content, paths));
    const shown = hideSecrets(content, paths, KEPT_NOTE);
    const parsed = parseYaml(shown);
    return { id, kind, name, content: shown, ...connectorFacts(kind, parsed.ok ? parsed.value : undefined) };
  };
}

/** One connector, as writes answer. */
export const readConnector = async (json: unknown): Promise<Connector> => (await loadConnectorDecoder())(json ?? {});

/**
 * Body of create and update (http-resources §11.1). A secret that the text does not give stays as it is: what the server
 * told is sent back to it; the gateway tells none and keeps its own for an empty one.
 */
export async function saveConnectorBody({ content = '' }: Partial<Connector>): Promise<unknown> {
  const [{ parseYaml, patchYaml }, { fillSecrets }] = await Promise.all([
    import('../wire/yaml.ts'),
    import('../wire/secretText.ts'),
  ]);
  const parsed = parseYaml(content);
  const document = parsed.ok ? parsed.value : undefined;
  const kind = textAt(document, 'kind');
  if (!isConnectorKind(kind)) return { content };
  const given = (path: Secret['path']): unknown => at(document, ...path);
  const known = kept.get(connectorId(kind, textAt(document, 'metadata', 'name').trim())) ?? [];
  const filled = fillSecrets(
    content,
    known.filter(({ path }) => given(path) === undefined || given(path) === null || given(path) === ''),
  );
  const empty = CONNECTOR_SECRETS[kind].filter(
    (path) => given(path) === null && !known.some((secret) => secret.path.join() === path.join()),
  );
  // The note on what is not shown is ours: a server that keeps texts is not to keep it.
  return { content: empty.reduce((text, path) => patchYaml(text, path, '') ?? text, filled) };
}
