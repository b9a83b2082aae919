// GitHub, or a compatible server: OAuth and the three calls that identify a user (resource-specs §3).
import { at, textAt } from '../../../src/lib/json.ts';
import { callForJson } from './callOut.ts';
import { githubServers, type GithubConnector } from './connector.ts';
import { providerText } from './providerText.ts';
import type { Proof } from './rounds.ts';
import { SsoFailure } from './ssoFailure.ts';
import type { Team } from './teamRoles.ts';

/** A connector is also saved if GitHub does not answer, so the wait is short. */
const ASK_TIMEOUT_MS = 3000;
const TEAMS_PER_PAGE = 100;
const TEAM_PAGES_MAX = 50;
/** A server may put any number on a page, with names of any length. */
const TEAMS_MAX = { count: TEAMS_PER_PAGE * TEAM_PAGES_MAX, chars: 500_000 };

export type GithubAccount = { login: string; id: string; teams: readonly Team[] };

/**
 * Where users sign in. The URL for GitHub itself matches the recorded one exactly. Self-hosted servers also get a proof
 * key, which servers without support ignore.
 */
export function githubAuthorizeUrl(connector: GithubConnector, state: string, { challenge }: Proof): URL {
  const url = new URL(`${githubServers(connector).site}/login/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: connector.spec.client_id,
    ...(usesPkce(connector) && { code_challenge: challenge, code_challenge_method: 'S256' }),
    redirect_uri: connector.spec.redirect_url,
    response_type: 'code',
    scope: 'read:org',
    state,
  }).toString();
  return url;
}

const usesPkce = ({ spec }: GithubConnector): boolean => spec.endpoint_url !== '';

/** Exchanges the code of a callback and requests the user's account. */
export async function githubAccount(connector: GithubConnector, code: string, proof: Proof): Promise<GithubAccount> {
  const { site, api } = githubServers(connector);
  const token = await exchange(connector, site, code, proof);
  const headers = { authorization: `Bearer ${token}` };
  const { json: user } = await callForJson(new URL(`${api}/user`), { headers });
  const login = textAt(user, 'login');
  const id = at(user, 'id');
  if (login === '' || (typeof id !== 'number' && typeof id !== 'string')) {
    throw new SsoFailure('callback', 'GitHub does not return the account’s identity');
  }
  return { login, id: String(id), teams: await allTeams(api, headers) };
}

async function exchange(connector: GithubConnector, site: string, code: string, proof: Proof): Promise<string> {
  const { spec } = connector;
  const { json } = await callForJson(new URL(`${site}/login/oauth/access_token`), {
    method: 'POST',
    body: new URLSearchParams({
      client_id: spec.client_id,
      client_secret: spec.client_secret,
      code,
      grant_type: 'authorization_code',
      redirect_uri: spec.redirect_url,
      ...(usesPkce(connector) && { code_verifier: proof.verifier }),
    }),
  });
  // GitHub reports a bad code with status 200.
  const error = textAt(json, 'error');
  const token = textAt(json, 'access_token');
  if (error !== '' || token === '') {
    const reason = textAt(json, 'error_description') || error || 'no reason';
    const sent = [spec.client_secret, code, proof.verifier, token];
    throw new SsoFailure('callback', `GitHub did not issue a token: ${providerText(reason, sent)}`);
  }
  return token;
}

/** The token is sent only to pages on the API's own server. */
async function allTeams(api: string, headers: Record<string, string>): Promise<Team[]> {
  const teams: Team[] = [];
  let chars = 0;
  let url: URL | undefined = new URL(`${api}/user/teams?per_page=${TEAMS_PER_PAGE}`);
  for (let page = 0; url; page += 1) {
    if (page === TEAM_PAGES_MAX) throw new SsoFailure('callback', `GitHub lists more than ${page} pages of teams`);
    const answer: Awaited<ReturnType<typeof callForJson>> = await callForJson(url, { headers });
    if (!Array.isArray(answer.json)) throw new SsoFailure('callback', 'GitHub did not answer with a list');
    const found = answer.json.map(toTeam);
    chars += found.reduce((sum, { organization, team }) => sum + organization.length + team.length, 0);
    if (teams.length + found.length > TEAMS_MAX.count || chars > TEAMS_MAX.chars)
      throw new SsoFailure(
        'callback',
        `GitHub lists more than ${TEAMS_MAX.count} teams, or teams with very long names`,
      );
    teams.push(...found);
    const next = nextPage(answer.headers.get('link') ?? '', url);
    url = next?.origin === url.origin ? next : undefined;
  }
  return teams;
}

const toTeam = (json: unknown): Team => ({
  organization: textAt(json, 'organization', 'login'),
  team: textAt(json, 'slug'),
});

/** Each `<` ends what was read before: otherwise a hostile header would take quadratic time. */
export function nextPage(link: string, base: URL): URL | undefined {
  const target = /<([^<>]*)>;[^,<]*\brel="?next"?/.exec(link)?.[1];
  return target !== undefined && URL.canParse(target, base.href) ? new URL(target, base) : undefined;
}

/**
 * Whether the members of an organisation sign in through the organisation's own provider. A cluster requires another
 * licence for that (http-resources §11.3). Such an organisation has a page for it. A server that does not answer does
 * not cause a refusal.
 */
export async function hasExternalSignOn(connector: GithubConnector, organization: string): Promise<boolean> {
  try {
    const { site } = githubServers(connector);
    const response = await fetch(`${site}/orgs/${encodeURIComponent(organization)}/sso`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
