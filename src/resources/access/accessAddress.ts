import { isReachableKind, type ReachableKind } from '../../wire/inventoryJson.ts';
import { decodePercent } from '../../lib/encoding.ts';

/**
 * What a check of access asks, as it stands in the address: a user, a thing, and as whom, in the order of the names that
 * its kind knows. Of a `rule` the thing is a kind of the platform's own and the name a verb.
 */
export type AccessCheck = { user: string; kind: ReachableKind | 'rule'; id: string; as: readonly string[] };

/** What lies over the page: a check of access, or what a role reaches. */
export type AccessView = { show: 'check'; ask: AccessCheck } | { show: 'reach'; role: string };

const CHECK = 'access';
const REACH = 'reaches';

/** `~` parts the words; it is the one character of them that an address leaves as it is. */
const encode = (word: string): string => encodeURIComponent(word).replaceAll('~', '%7E');

const askText = ({ user, kind, id, as }: AccessCheck): string =>
  [user, kind, id, ...as]
    .map(encode)
    .join('~')
    .replace(/(?<!~)~+$/, '');

/** The question with another name. One name alone of a Kubernetes cluster: users and groups may come from two roles. */
export function withName(ask: AccessCheck, index: number, name: string): AccessCheck {
  const others = ask.kind === 'kube_cluster' ? [] : ask.as;
  const length = Math.max(others.length, index + 1);
  return { ...ask, as: Array.from({ length }, (_, i) => (i === index ? name : (others[i] ?? ''))) };
}

/** Reads what an address asks; what cannot be understood asks nothing. */
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

/** The query of an address with another view over it; undefined: none. What else it says stays. */
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
