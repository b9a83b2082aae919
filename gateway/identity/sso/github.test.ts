import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { recordedGroup } from '../../../tests/support/recorded.ts';
import { GITHUB, githubServers, type GithubConnector } from './connector.ts';
import { githubAuthorizeUrl, nextPage } from './github.ts';
import { newProof } from './rounds.ts';

const connector = (spec: object): GithubConnector => ({ kind: 'github', name: 'gh', spec: GITHUB.read({ spec }).spec });
const OURS = { client_id: 'abc', redirect_url: 'https://localhost:15080/v1/webapi/github/callback' };

test('the authorize URL of github.com equals the recorded one', () => {
  const recorded = recordedGroup('sso').find(({ id }) => id === 'sso.start')?.response.headers?.['location'];
  const state = 'ab'.repeat(16);
  expect(githubAuthorizeUrl(connector(OURS), state, newProof()).href).toBe(String(recorded).replace('<hex32>', state));
});

test('a self-hosted GitHub server also gets a PKCE challenge', () => {
  const proof = newProof();
  const url = githubAuthorizeUrl(connector({ ...OURS, endpoint_url: 'https://git.example/' }), 'x', proof);
  expect(url.origin + url.pathname).toBe('https://git.example/login/oauth/authorize');
  expect(url.searchParams.get('code_challenge')).toBe(proof.challenge);
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
});

test.each([
  [{}, 'https://github.com', 'https://api.github.com'],
  [{ endpoint_url: 'https://git.example/' }, 'https://git.example', 'https://git.example/api/v3'],
  [
    { endpoint_url: 'https://git.example', api_endpoint_url: 'https://api.git.example' },
    'https://git.example',
    'https://api.git.example',
  ],
])('%j selects the site %s and the API %s', (spec, site, api) => {
  expect(githubServers(connector(spec))).toEqual({ site, api });
});

const PAGE = new URL('https://git.example/api/v3/user/teams');

test.each([
  ['<https://git.example/2>; rel="next", <https://git.example/9>; rel="last"', 'https://git.example/2'],
  ['<https://git.example/1>; rel="prev", </3>; title=x; rel=next', 'https://git.example/3'],
  ['<https://git.example/9>; rel="last"', undefined],
  ['', undefined],
])('the page after %j is %s', (link, next) => {
  expect(nextPage(link, PAGE)?.href).toBe(next);
});

test.each(['<', '<>;'])('parses a link header full of %j in little time', (part) => {
  const spentMs = cpuClock();
  expect(nextPage(part.repeat(15_000 / part.length), PAGE)).toBeUndefined();
  expect(spentMs()).toBeLessThan(25);
});
