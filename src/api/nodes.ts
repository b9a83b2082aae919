import type { LabelJson, NodeJson } from '../wire/http.ts';
import { cursorList } from './lists.ts';

export type Label = LabelJson;

export type Node = {
  /** Server UUID. */
  id: string;
  clusterId: string;
  hostname: string;
  /** Empty for a server behind a tunnel. */
  addr: string;
  tunnel: boolean;
  labels: readonly Label[];
  /** `root` first, the rest alphabetical. The server has no stable order (http-resources §3). */
  logins: readonly string[];
  /** It joined the bundled gateway with a token. */
  joined: boolean;
};

/** `root` first, the rest alphabetical. */
export const byLogin = (a: string, b: string): number =>
  Number(b === 'root') - Number(a === 'root') || (a < b ? -1 : a > b ? 1 : 0);

/** The auditor preset has a login that exists on no server, to keep its certificate valid (resource-specs §25.1). */
export const isUsableLogin = (login: string): boolean => !login.startsWith('no-login-');

export const toNode = (json: Partial<NodeJson>): Node => ({
  id: json.id ?? '',
  clusterId: json.siteId ?? '',
  hostname: json.hostname ?? '',
  addr: json.addr ?? '',
  tunnel: json.tunnel ?? false,
  labels: json.tags ?? [],
  logins: (json.sshLogins ?? []).filter(isUsableLogin).sort(byLogin),
  joined: json.joined ?? false,
});

/** Servers of a cluster (http-resources §3). */
export const nodeList = cursorList('sites/:clusterId/nodes', toNode);

/** `login@host[:port]` (screens §5.2): no blanks, and text on both sides. */
const QUICK = /^(?<login>[^@\s]+)@(?<host>\S+)$/;

/** A server by its name instead of a row. The host replaces the server's id in addresses. */
export function toQuickTarget(text: string): { login: string; host: string } | undefined {
  const { login, host } = QUICK.exec(text.trim())?.groups ?? {};
  return login && host ? { login, host } : undefined;
}
