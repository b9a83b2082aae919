import { at, textAt, textsAt } from '../lib/json.ts';
import { readTime, type DocumentItemJson } from '../wire/http.ts';
import { maskedToken, type TokenUsesJson } from '../wire/joinTokens.ts';
import { plural } from '../lib/numbers.ts';
import { JOINED_SERVERS } from '../wire/config.ts';
import { call } from './client.ts';
import { config } from './config.ts';
import { readRemoved } from './history.ts';
import { isTokenKnown, tokenId, tokenShown } from './tokenIds.ts';
import { apiUrl } from './urls.ts';

/** An extension of the API (src/wire/config.ts). */
export const TOKENS = 'postern/documents/token';

export type JoinToken = {
  /** Contains no part of its name, which is the secret if the method is `token` (resource-specs §7). */
  id: string;
  name: string;
  /** The masked name. */
  shown: string;
  method: string;
  /** The roles that can join with it. */
  roles: readonly string[];
  /** Undefined: valid until it is removed. */
  expires: Date | undefined;
  content: string;
  /** The revision of the document. */
  revision: string | undefined;
  /** The last server that joined with it, and the number of others. */
  usedBy: string;
};

/** The default method: rules of AWS accounts make it `ec2` (resource-specs §7.1). */
const methodOf = (document: unknown): string =>
  textAt(document, 'spec', 'join_method') || (at(document, 'spec', 'allow', 0) === undefined ? 'token' : 'ec2');

/** Loads the YAML module with the first list of tokens, not with the first page of the console. */
export async function loadTokenDecoder(): Promise<(json: Partial<DocumentItemJson>) => JoinToken> {
  const [{ parseYaml }, usedBy] = await Promise.all([import('../wire/yaml.ts'), usesByToken()]);
  return ({ name = '', content = '', revision }) => {
    const parsed = parseYaml(content);
    const document = parsed.ok ? parsed.value : undefined;
    const method = methodOf(document);
    const shown = method === 'token' ? maskedToken(name) : name;
    return {
      id: tokenId(name, shown),
      name,
      shown,
      method,
      roles: textsAt(document, 'spec', 'roles'),
      expires: readTime(textAt(document, 'metadata', 'expires')),
      content,
      revision,
      usedBy: usedBy.get(shown) ?? '',
    };
  };
}

/** A server that joined with a token. `isPresent`: it is still in the inventory. */
export type TokenUse = { token: string; node: string; hostname: string; at: Date; isPresent: boolean };

/** Uses of all tokens, newest first. */
export async function fetchTokenUses(signal?: AbortSignal): Promise<TokenUse[]> {
  const json = (await call(apiUrl('postern/tokens/uses'), signal ? { signal } : {})) as Partial<TokenUsesJson>;
  return (json.uses ?? []).map((use) => ({
    ...{ token: use.token, node: use.node, hostname: use.hostname, at: new Date(use.time) },
    isPresent: at(use, 'present') === true,
  }));
}

/** Short summaries by the masked token. Empty if the server does not list uses. */
async function usesByToken(): Promise<ReadonlyMap<string, string>> {
  if (!config.extensions.includes(JOINED_SERVERS)) return new Map();
  const uses = await fetchTokenUses().catch(() => []);
  const byToken = new Map<string, TokenUse[]>();
  for (const use of uses) byToken.set(use.token, [...(byToken.get(use.token) ?? []), use]);
  return new Map([...byToken].map(([token, [last, ...others]]) => [token, usedByText(last, others.length)]));
}

const usedByText = (last: TokenUse | undefined, others: number): string =>
  (last?.hostname || last?.node || '') + (others > 0 ? ` and ${plural(others, 'other')}` : '');

/** `document` decides for a token that the server does not have yet. */
export const shownToken = (id: string, document: unknown): string =>
  tokenShown(id, document === undefined || methodOf(document) === 'token');

/** A page opened by its address only has the id. This looks it up among all tokens, including removed ones. */
export async function findToken(id: string): Promise<void> {
  if (isTokenKnown(id)) return;
  const decode = await loadTokenDecoder();
  const tokens = await call(apiUrl(TOKENS));
  for (const token of Array.isArray(tokens) ? (tokens as Partial<DocumentItemJson>[]) : []) decode(token);
  if (!isTokenKnown(id)) for (const { name } of await readRemoved('token')) tokenId(name);
}

export const readToken = async (json: unknown): Promise<JoinToken> => (await loadTokenDecoder())(json ?? {});

export const saveTokenBody = ({ content }: Partial<JoinToken>): unknown => ({ content });

const SCRIPTS: Readonly<Record<string, string>> = {
  Db: 'install-database.sh',
  App: 'install-app.sh?name=NAME&uri=http://localhost:8080',
};

export const scriptAddress = (origin: string, token: string): string => `${origin}/scripts/${token}/install-node.sh`;

const bashCommand = (address: string): string => `sudo bash -c "$(curl -fsSL '${address}')"`;

type ServerCommand = { origin: string; token: string; isEmbedded: boolean; isBehindNat?: boolean };

/** The command to run on a server. The bundled gateway serves a script for sh with options, a cluster one for bash. */
export function serverCommand({ origin, token, isEmbedded, isBehindNat = false }: ServerCommand): string {
  const address = scriptAddress(origin, token);
  return isEmbedded ? `curl -fsSL '${address}' | sudo sh${isBehindNat ? ' -s -- --tunnel' : ''}` : bashCommand(address);
}

/** The command to run on the joining machine. Undefined for a role without a script (http-resources §12.2). */
export function joinCommand(origin: string, token: string, role: string, isEmbedded: boolean): string | undefined {
  if (role === 'Node') return serverCommand({ origin, token, isEmbedded });
  const script = SCRIPTS[role];
  return script && bashCommand(`${origin}/scripts/${token}/${script}`);
}
