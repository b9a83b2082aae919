// A provider may delay a sign-in: roles that the connector no longer assigns by then are not assigned.
import { afterEach, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { GITHUB_CLIENT, startGithub, type GithubServer } from '../support/githubServer.ts';
import { SsoBrowser } from '../support/ssoBrowser.ts';

let gateway: InProcess | undefined;
let github: GithubServer | undefined;
afterEach(async () => {
  await gateway?.stop();
  await github?.stop();
  gateway = github = undefined;
});

const connector = (url: string, role: string) => `kind: github
version: v3
metadata: { name: gh }
spec:
  client_id: ${GITHUB_CLIENT.id}
  client_secret: ${GITHUB_CLIENT.secret}
  redirect_url: http://localhost:3080/v1/webapi/github/callback
  endpoint_url: ${url}
  teams_to_roles: [{ organization: octo, team: devs, roles: [${role}] }]
`;

test.each([
  ['changed', 'PUT'],
  ['removed', 'DELETE'],
] as const)('a connector that is %s while its provider responds signs no user in', async (_, method) => {
  const server = (github = await startGithub());
  server.person = { id: 7, login: 'mia', teams: [{ organization: 'octo', team: 'devs' }] };
  const running = (gateway = await startInProcess());
  const admin = await running.admin();
  expect((await admin.call('POST', 'github', { content: connector(server.url, 'editor') })).status).toBe(200);
  const browser = await SsoBrowser.open(running.client(), 'github', 'gh');
  const target = await server.approve(await browser.begin());

  let done: Promise<number> | undefined;
  server.fault = (path, response) => {
    if (!path.endsWith('/user') || done) return false;
    done = admin
      .call(method, 'github/gh', method === 'PUT' ? { content: connector(server.url, 'access') } : undefined)
      .then(({ status }) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 7, login: 'mia' }));
        return status;
      });
    return true;
  };
  expect(await browser.comeBack(target)).toMatchObject({ signedIn: false });
  expect(await done).toBe(200);
  expect(running.app.gateway.stores.users.find('mia')).toBeUndefined();
});
