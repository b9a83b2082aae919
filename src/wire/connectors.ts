import type { YamlPath } from './yaml.ts';

/** Kinds of sign-in connectors whose documents this product reads and writes. */
export type ConnectorKind = 'github' | 'oidc';

/** Secrets in a connector's document, which the console never shows (resource-specs §3, §4). */
export const CONNECTOR_SECRETS: Readonly<Record<ConnectorKind, readonly YamlPath[]>> = {
  github: [['spec', 'client_secret']],
  oidc: [
    ['spec', 'client_secret'],
    ['spec', 'google_service_account'],
    ['spec', 'mfa', 'client_secret'],
  ],
};

export const isConnectorKind = (kind: string): kind is ConnectorKind => Object.hasOwn(CONNECTOR_SECRETS, kind);
