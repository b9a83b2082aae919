import { isDeepStrictEqual } from 'node:util';
import type { ConnectorKind } from '../../../src/wire/connectors.ts';
import type { Stores } from '../../store/stores.ts';
import { claimsOfUser, matchClaims, traitsOf, type Claims } from './claimRules.ts';
import { toConnector, type Connector, type GithubConnector, type OidcConnector } from './connector.ts';
import { githubAccount, githubAuthorizeUrl, type GithubAccount } from './github.ts';
import { OidcClients } from './oidc.ts';
import type { Provided } from './provided.ts';
import { providerText } from './providerText.ts';
import { newProof, newState, Rounds, type Round } from './rounds.ts';
import { SsoFailure } from './ssoFailure.ts';
import { rolesOfTeams, teamsByOrganization } from './teamRoles.ts';

type Parts = {
  stores: Pick<Stores, 'connectors'>;
  now: () => number;
  /** Reports a problem to the administrator of the gateway. */
  warn: (message: string) => void;
};

/** `host`: the host name that the browser uses for the gateway. `address`: the browser's address. */
type Asking = { host: string; address: string };

/** They are stored, written to the audit log, and read with every call of the user. */
const CLAIMS_MAX_CHARS = 250_000;
/** Of one sign-in, in the log. */
const NEAR_MISSES_MAX = 10;

/** A provider's answer: the unchanged query of the callback. */
export type CallbackQuery = { search: string; get: (name: string) => string };

/**
 * Sign-in through identity providers (http-auth §5). `start` begins a round and returns the provider's URL. The
 * provider's answer identifies the round for `take`, once. `account` then asks the provider for the user. All failures
 * are `SsoFailure`s.
 */
export class SingleSignOn {
  #parts: Parts;
  #rounds: Rounds;
  #oidc: OidcClients;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#rounds = new Rounds(parts.now);
    this.#oidc = new OidcClients(parts.now);
  }

  /** For the administrator of the gateway, after a change of a connector. */
  report(notices: readonly string[]): void {
    for (const notice of notices) this.#parts.warn(notice);
  }

  /** The URL to redirect the browser to. If the provider does not answer, the round is not stored. */
  async start(kind: ConnectorKind, name: string, client: Round['client'], { host, address }: Asking): Promise<URL> {
    const connector = this.#connector(kind, name);
    const callback = callbackOf(connector, host);
    const round: Round = { kind, connector: name, client, proof: newProof(), callback };
    const state = newState();
    const authorizeUrl =
      connector.kind === 'github'
        ? githubAuthorizeUrl(connector, state, round.proof)
        : await this.#oidc.authorizeUrl(connector, state, round);
    this.#rounds.store(state, round, address);
    return authorizeUrl;
  }

  /**
   * The round of an answer. This removes it. `named`: the connector in the address of the answer. Another address means
   * that the answer may be for another provider, which a hostile one wants to get (RFC 9700 §4.4).
   */
  take(kind: ConnectorKind, state: string, named: string): Round | undefined {
    const round = this.#rounds.take(state);
    if (round?.kind !== kind) return undefined;
    const expected = /\/callback\/([^/]+)$/.exec(round.callback)?.[1] ?? '';
    return [named, encodeURIComponent(named)].includes(expected) ? round : undefined;
  }

  /** Asks the provider who has signed in, and maps the user to roles and traits. */
  async account(round: Round, query: CallbackQuery): Promise<Provided> {
    const refusal = query.get('error');
    const code = query.get('code');
    if (refusal !== '') {
      const description = query.get('error_description');
      const reason = providerText(`${refusal}${description && ` (${description})`}`, [code, query.get('state')]);
      throw new SsoFailure('callback', `the provider answered: ${reason}`);
    }
    if (code === '') throw new SsoFailure('callback', 'the provider answered without a code');
    const connector = this.#connector(round.kind, round.connector);
    if (connector.kind === 'github') {
      const account = await githubAccount(connector, code, round.proof);
      this.#requireSame(connector);
      return ofTeams(connector, account);
    }
    const claims = await this.#oidc.claims(connector, query.get('state'), round, query.search);
    const provided = await this.#ofClaims(connector, claims);
    this.#requireSame(connector);
    return provided;
  }

  /** A provider may be slow: roles that were removed from the connector in the meantime must not be assigned. */
  #requireSame(connector: Connector): void {
    if (isDeepStrictEqual(this.#connector(connector.kind, connector.name), connector)) return;
    throw new SsoFailure(
      'callback',
      `${connector.kind} connector "${connector.name}" has just been changed. Sign in again`,
    );
  }

  #connector(kind: ConnectorKind, name: string): Connector {
    const stored = this.#parts.stores.connectors.find(kind, name);
    if (!stored) throw new SsoFailure('login', `${kind} connector "${name}" is not configured`);
    return toConnector(stored);
  }

  async #ofClaims(connector: OidcConnector, claims: Claims): Promise<Provided> {
    const { spec } = connector;
    if (isNo(claims['email_verified']) && !spec.allow_unverified_email) {
      throw new SsoFailure('callback', 'the provider has not verified the e-mail address');
    }
    const attributes = claimsOfUser(claims);
    if (JSON.stringify(attributes).length > CLAIMS_MAX_CHARS)
      throw new SsoFailure('callback', `the provider sends more than ${CLAIMS_MAX_CHARS} characters of claims`);
    const { matches, nearMisses } = await matchClaims(spec.claims_to_roles, claims);
    for (const { rule, claim, value } of nearMisses.slice(0, NEAR_MISSES_MAX)) {
      this.#parts.warn(
        `oidc connector "${connector.name}": claims_to_roles[${rule}] differs from ${claim} "${value}" in case only, and assigns no role`,
      );
    }
    const roles = [...new Set(matches.flatMap((match) => match.roles))];
    if (roles.length === 0) throw new SsoFailure('auth', 'no entry of claims_to_roles matches the claims of the user');
    const claim = spec.username_claim || 'email';
    const name = claims[claim];
    if (typeof name !== 'string' || name === '') {
      throw new SsoFailure('callback', `the provider does not send the claim "${claim}" with the user name`);
    }
    return { name, subject: String(claims['sub']), roles, traits: traitsOf(claims), attributes };
  }
}

/** The values that providers use for false. */
const isNo = (value: unknown): boolean => value === false || value === 'false';

function ofTeams(connector: GithubConnector, { login, id, teams }: GithubAccount): Provided {
  if (teams.length === 0) throw new SsoFailure('callback', `GitHub user "${login}" is not in any team`);
  const { roles, traits } = rolesOfTeams(connector, login, teams);
  if (roles.length === 0) {
    throw new SsoFailure('auth', `GitHub user "${login}" is not in a team with roles in the connector`);
  }
  return { name: login, subject: id, roles, traits, attributes: teamsByOrganization(teams) };
}

/**
 * Of several addresses: the one with the current host and port, else with the current host, else the first
 * (resource-specs §4).
 */
function callbackOf(connector: Connector, host: string): string {
  if (connector.kind === 'github') return connector.spec.redirect_url;
  const all = connector.spec.redirect_url;
  const [hostname = ''] = host.split(':');
  return (
    all.find((url) => new URL(url).host === host) ??
    all.find((url) => new URL(url).hostname === hostname) ??
    all[0] ??
    ''
  );
}
