// Connectors and single sign-on, with a server on loopback instead of github.com.
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Sent } from '../support/ApiClient.ts';
import { startGateway } from '../support/gateway.ts';
import { GITHUB_CLIENT, startGithub } from '../support/githubServer.ts';
import { recordedGroup } from '../support/recorded.ts';
import { RECORDED_CONFIG, replayGroup, type Stage } from '../support/replay.ts';

const github = await startGithub();
github.person = { id: 1, login: 'rec-octocat', teams: [{ organization: 'octo', team: 'devs' }] };
afterAll(() => github.stop());

const env = {
  GITHUB_STAND_IN: github.url,
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('../support/githubStandIn.mjs', import.meta.url))}`,
};

const start = () => startGateway({ config: RECORDED_CONFIG, env });

replayGroup('connectors', { start });

const beginning = recordedGroup('sso').find(({ id }) => id === 'sso.start')?.request.path ?? '';
const CONNECTOR = `kind: github
version: v3
metadata: { name: rec-gh }
spec:
  client_id: abc
  client_secret: ${GITHUB_CLIENT.secret}
  redirect_url: https://localhost:15080/v1/webapi/github/callback
  teams_to_roles: [{ organization: octo, team: devs, roles: [access, editor] }]
`;

/** The path of the callback of a new sign-in that the provider has approved. */
async function callback({ client }: Stage, { headers }: Sent): Promise<Partial<Sent>> {
  const begun = await client('rec-octocat').send({ method: 'GET', path: beginning, ...(headers && { headers }) });
  const authorize = (begun.headers.location ?? '').replace('https://github.com', github.url);
  const { pathname, search } = await github.approve(authorize);
  return { path: pathname + search };
}

replayGroup('sso', {
  start,
  async prepare({ client }) {
    await client('admin').call('POST', 'github', { content: CONNECTOR });
    await client('rec-octocat').openPage('/web/login');
  },
  adjust: {
    'sso.callback-other-csrf': async (stage, sent) => ({
      ...(await callback(stage, sent)),
      headers: { cookie: `__Host-grv_csrf=${'ab'.repeat(32)}` },
    }),
    'sso.callback': async (stage, sent) => callback(stage, sent),
    'sso.context': async ({ client }) => {
      const browser = client('rec-octocat');
      await browser.openPage();
      return { headers: browser.signedIn };
    },
  },
});
