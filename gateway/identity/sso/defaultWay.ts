import type { Gateway } from '../../gateway.ts';
import type { ConnectorKind } from '../../../src/wire/connectors.ts';
import { displayOf, toConnector } from './connector.ts';

type Parts = Pick<Gateway, 'config' | 'stores'>;

/** A way to sign in of the cluster itself, or a connector. */
export type Way = { type: 'local'; name: string } | { type: ConnectorKind; name: string; display: string };

/** Ways that every cluster has, whatever its settings allow. */
const BUILT_IN: ReadonlySet<string> = new Set(['local', 'passwordless', 'headless']);

/** By its name; undefined where there is none. */
export function findWay({ stores }: Pick<Parts, 'stores'>, name: string): Way | undefined {
  if (BUILT_IN.has(name)) return { type: 'local', name };
  const stored = stores.connectors.list().find((connector) => connector.name === name);
  return stored && { type: stored.kind, name, display: displayOf(toConnector(stored)) };
}

/** What the login page offers first. A connector that is not there (yet) must not shut everybody out. */
export const defaultWay = (parts: Parts): Way =>
  findWay(parts, parts.config.get().auth.connector) ?? { type: 'local', name: 'local' };

/** For whoever starts the gateway; empty when all is well. */
export function defaultWayNotices(parts: Parts): string[] {
  const { connector } = parts.config.get().auth;
  if (findWay(parts, connector)) return [];
  return [
    `auth.connector: there is no connector "${connector}". The login page offers passwords first until it exists`,
  ];
}
