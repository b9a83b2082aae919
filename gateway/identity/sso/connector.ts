// Connectors in the form that the gateway uses (resource-specs §3, §4). Call `validateConnector` before storing one.
import { flag, list, object, oneOrMore, text, texts, type ValueOf } from '../../../src/wire/shape.ts';
import { withoutTrailingSlashes } from '../../http/url.ts';
import type { StoredConnector } from '../../store/connectors.ts';

const METADATA = object({ name: text });

export const GITHUB = object({
  version: text,
  metadata: METADATA,
  spec: object({
    client_id: text,
    client_secret: text,
    redirect_url: text,
    display: text,
    endpoint_url: text,
    api_endpoint_url: text,
    teams_to_roles: list(object({ organization: text, team: text, roles: texts })),
    teams_to_logins: list(
      object({ organization: text, team: text, logins: texts, kubernetes_groups: texts, kubernetes_users: texts }),
    ),
  }),
});

export const OIDC = object({
  version: text,
  metadata: METADATA,
  spec: object({
    issuer_url: text,
    client_id: text,
    client_secret: text,
    redirect_url: oneOrMore,
    display: text,
    scope: texts,
    prompt: text,
    acr_values: text,
    username_claim: text,
    allow_unverified_email: flag,
    google_service_account_uri: text,
    google_service_account: text,
    claims_to_roles: list(object({ claim: text, value: text, roles: texts })),
  }),
});

export type GithubConnector = { kind: 'github'; name: string; spec: ValueOf<typeof GITHUB>['spec'] };
export type OidcConnector = { kind: 'oidc'; name: string; spec: ValueOf<typeof OIDC>['spec'] };
export type Connector = GithubConnector | OidcConnector;

type ConnectorDocument = Pick<StoredConnector, 'kind' | 'name' | 'document'>;

export function toConnector({ kind, name, document }: ConnectorDocument): Connector {
  return kind === 'github'
    ? { kind, name, spec: GITHUB.read(document).spec }
    : { kind, name, spec: OIDC.read(document).spec };
}

/** The text of the button on the login page. */
export const displayOf = ({ name, spec }: Connector): string => spec.display || name;

/** The server that gets the client secret. The default is github.com. */
export const serverOf = (connector: Connector): string =>
  connector.kind === 'github' ? githubServers(connector).site : connector.spec.issuer_url;

/** The site where users sign in, and its API. A self-hosted server has its API below its own address. */
export function githubServers({ spec }: GithubConnector): { site: string; api: string } {
  const site = withoutTrailingSlashes(spec.endpoint_url);
  return {
    site: site || 'https://github.com',
    api: withoutTrailingSlashes(spec.api_endpoint_url) || (site ? `${site}/api/v3` : 'https://api.github.com'),
  };
}
