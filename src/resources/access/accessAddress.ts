import { isReachableKind, type ReachableKind } from '../../wire/inventoryJson.ts';
import { decodePercent } from '../../lib/encoding.ts';

/**
 * The query of an access check, as in the address: a user, a resource, and names in the order of its kind's fields. For
 * a `rule` the resource is a kind of the platform and the name a verb.
 */
export type AccessCheck = { user: string; kind: ReachableKind | 'rule'; id: string; as: readonly string[] };

/** The panel over the page: an access check, or the effective access of a role. */
export type AccessView = { show: 'check'; ask: AccessCheck } | { show: 'reach'; role: string };

const CHECK = 'access';
const REACH = 'reaches';

/** `~` separates the words, because it is the only character of theirs that an address leaves unencoded. */
const encode = (word: string): string => encodeURIComponent(word).replaceAll('~', '%7E');

const askText = ({ user, kind, id, as }: AccessCheck): string =>
  [user, kind, id, ...as]
    .map(encode)
    .join('~')
    .replace(/(?<!~)~+$/, '');

/** The query with another name. A Kubernetes cluster takes only one name: users and groups may come from two roles. */
export function withName(ask: AccessCheck, index: number, name: string): AccessCheck {
  const others = ask.kind === 'kube_cluster' ? [] : ask.as;
  const length = Math.max(others.length, index + 1);
  return { ...ask, as: Array.from({ length }, (_, i) => (i === index ? name : (others[i] ?? ''))) };
}

/** Reads the query of an address. Undefined if the address has none, or an invalid one. */
export function readAccessView(search: string): AccessView | undefined {
  const params = new URLSearchParams(search);
  const role = params.get(REACH);
  if (role) return { show: 'reach', role };
  const text = params.get(CHECK);
  if (text === null) return undefined;
  const [user = '', kind = 'node', id = '', ...as] = text.split('~').map(decodePercent);
  if (kind !== 'rule' && !isReachableKind(kind)) return undefined;
  const names = kind === 'kube_cluster' && as[0] ? as.slice(0, 1) : as;
  return { show: 'check', ask: { user, kind, id, as: names } };
}

/** The query string of an address with another view; undefined: none. Other parameters stay. */
export function writeAccessView(search: string, view: AccessView | undefined): string {
  const params = new URLSearchParams(search);
  params.delete(CHECK);
  params.delete(REACH);
  if (view?.show === 'check') params.set(CHECK, askText(view.ask));
  if (view?.show === 'reach') params.set(REACH, view.role);
  const text = params
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%40', '@')
    .replaceAll('%7E', '~');
  return text && `?${text}`;
}
