import type { Gateway } from '../../gateway.ts';
import type { ConnectorKind } from '../../../src/wire/connectors.ts';
import { displayOf, serverOf, toConnector } from './connector.ts';

type Parts = Pick<Gateway, 'config' | 'stores'>;

/** A built-in way to sign in, or a connector. */
export type SignInMethod = { type: 'local'; name: string } | { type: ConnectorKind; name: string; display: string };

/** Ways that every cluster has, independent of its settings. */
const BUILT_IN: ReadonlySet<string> = new Set(['local', 'passwordless', 'headless']);

/** By its name. undefined if it does not exist. */
export function findMethod({ stores }: Pick<Parts, 'stores'>, name: string): SignInMethod | undefined {
  if (BUILT_IN.has(name)) return { type: 'local', name };
  const stored = stores.connectors.list().find((connector) => connector.name === name);
  return stored && { type: stored.kind, name, display: displayOf(toConnector(stored)) };
}

/** The first choice on the login page. A configured connector that does not exist (yet) must not lock users out. */
export const defaultMethod = (parts: Parts): SignInMethod =>
  findMethod(parts, parts.config.get().auth.connector) ?? { type: 'local', name: 'local' };

/** Notices for the administrator who starts the gateway. Empty if there are none. */
export function defaultMethodNotices(parts: Parts): string[] {
  const { connector } = parts.config.get().auth;
  if (findMethod(parts, connector)) return [];
  return [
    `auth.connector: there is no connector "${connector}". The login page offers passwords first until it exists`,
  ];
}

/**
 * Warnings at start, or about the `saved` connector: a hostile provider could get the answers of another one at the same
 * address (RFC 9700 §4.4).
 */
export function callbackNotices({ stores }: Pick<Parts, 'stores'>, saved?: string): string[] {
  const connectors = stores.connectors.list().map(toConnector);
  const addresses = new Set(connectors.flatMap(({ spec }) => spec.redirect_url));
  return [...addresses].flatMap((address) => {
    const sharing = connectors.filter(({ spec }) => [spec.redirect_url].flat().includes(address));
    if (new Set(sharing.map(serverOf)).size < 2) return [];
    if (saved !== undefined && !sharing.some(({ name }) => name === saved)) return [];
    const names = sharing.map(({ name }) => `"${name}"`).join(' and ');
    return [
      `connectors ${names} share the callback address ${address}. Set redirect_url to ${address}/<name> for each`,
    ];
  });
}
