// A server on loopback that signs users in as GitHub does: a page with a button, codes that work once, teams in pages.
// `person` is the user at the browser.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Person = { id: number; login: string; teams: readonly { organization: string; team: string }[] };

export type GithubServer = {
  /** `http://127.0.0.1:41234`, for `endpoint_url`. The API is at `/api/v3`, as on self-hosted servers. */
  url: string;
  person: Person;
  /** Gets every request first, and returns whether it has answered: simulates a server that is down or faulty. */
  fault: ((path: string, response: ServerResponse) => boolean) | undefined;
  /** Requested paths with their query. */
  asked: string[];
  /** Presses the button on the page at an authorize address. Resolves with the address of the redirect. */
  approve(authorizeUrl: string): Promise<URL>;
  stop(): Promise<void>;
};

type Grant = { redirectUri: string; challenge: string };

export const GITHUB_CLIENT = { id: 'abc', secret: 'very-secret-indeed' };
/** The connector `gh` with an address where no server listens: for tests that only start a sign-in. */
export const UNREACHABLE_GITHUB = `kind: github
version: v3
metadata: { name: gh }
spec:
  client_id: postern
  client_secret: secret
  redirect_url: http://localhost:3080/v1/webapi/github/callback
  endpoint_url: http://127.0.0.1:9
  teams_to_roles: [{ organization: octo, team: devs, roles: [access] }]
`;
const TEAMS_PER_PAGE = 2;
/** Organisations whose members sign in through their own provider. */
const WALLED = 'walled';

export async function startGithub(): Promise<GithubServer> {
  const codes = new Map<string, Grant>();
  const tokens = new Set<string>();

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', github.url);
    github.asked.push(url.pathname + url.search);
    if (github.fault?.(url.pathname, response)) return;
    const json = (body: unknown, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

    if (url.pathname === '/login/oauth/authorize') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(authorizePage(url, github.person));
    } else if (url.pathname === '/approve') {
      const code = randomBytes(10).toString('hex');
      const redirectUri = url.searchParams.get('redirect_uri') ?? '';
      codes.set(code, { redirectUri, challenge: url.searchParams.get('code_challenge') ?? '' });
      const target = new URL(redirectUri);
      target.searchParams.set('code', code);
      target.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: target.href }).end();
    } else if (url.pathname === '/login/oauth/access_token') {
      const form = new URLSearchParams(await textOf(request));
      const grant = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (form.get('client_id') !== GITHUB_CLIENT.id || form.get('client_secret') !== GITHUB_CLIENT.secret) {
        json({ error: 'incorrect_client_credentials', error_description: 'The client_id or client_secret is wrong.' });
      } else if (!grant || !proves(grant, form)) {
        json({ error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' });
      } else {
        const token = randomBytes(10).toString('hex');
        tokens.add(token);
        json({ access_token: token, token_type: 'bearer', scope: 'read:org' });
      }
    } else if (url.pathname === `/orgs/${WALLED}/sso`) json({});
    else if (!url.pathname.startsWith('/api/v3/')) json({ message: 'Not Found' }, 404);
    else if (!tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      json({ message: 'Requires authentication' }, 401);
    } else if (url.pathname === '/api/v3/user') json({ login: github.person.login, id: github.person.id });
    else if (url.pathname === '/api/v3/user/teams') {
      const page = Number(url.searchParams.get('page') ?? 1);
      const teams = github.person.teams.slice((page - 1) * TEAMS_PER_PAGE, page * TEAMS_PER_PAGE);
      const more = page * TEAMS_PER_PAGE < github.person.teams.length;
      const next = `${github.url}/api/v3/user/teams?per_page=100&page=${page + 1}`;
      json(
        teams.map(({ organization, team }) => ({ name: team, slug: team, organization: { login: organization } })),
        200,
        more ? { link: `<${next}>; rel="next", <${github.url}/last>; rel="last"` } : {},
      );
    } else json({ message: 'Not Found' }, 404);
  };

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const github: GithubServer = {
    url: `http://127.0.0.1:${port}`,
    person: { id: 1, login: 'octocat', teams: [] },
    fault: undefined,
    asked: [],
    async approve(authorizeUrl) {
      const page = await (await fetch(authorizeUrl)).text();
      const target = /<form action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const fields = [...page.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll('&amp;', '&'),
      ]);
      const pressed = await fetch(`${github.url}${target}?${new URLSearchParams(fields)}`, { redirect: 'manual' });
      return new URL(pressed.headers.get('location') ?? '');
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return github;
}

const proves = ({ redirectUri, challenge }: Grant, form: URLSearchParams): boolean =>
  form.get('redirect_uri') === redirectUri &&
  (challenge === '' ||
    createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url') === challenge);

function authorizePage({ searchParams }: URL, { login }: Person): string {
  const fields = [...searchParams].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('&', '&amp;')}">`,
  );
  return `<!doctype html><title>Authorize</title><form action="/approve">${fields.join('')}<button>Authorize as ${login}</button></form>`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
