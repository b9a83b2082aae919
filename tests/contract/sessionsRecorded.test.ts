// A real cluster's answers about running sessions and file transfers, compared with this gateway.
import { rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { afterAll } from 'vitest';
import type { Sent } from '../support/ApiClient.ts';
import { recordedGroup } from '../support/recorded.ts';
import { RECORDED_CONFIG, replayGroup, type Mend, type Stage } from '../support/replay.ts';
import { TerminalClient } from '../support/terminalClient.ts';

const RECORDED_NODE = '7c3fed49-df77-4b10-a899-33e738418065';
/** The recorded login is root. The tests may run as another user. */
const LOGIN = userInfo().username;
const config = RECORDED_CONFIG.replace('logins: [root,', `logins: [root, ${LOGIN},`);

let node = '';
let terminal: TerminalClient | undefined;

const prepare = async ({ client }: Stage): Promise<void> => {
  const query = encodeURIComponent('name == "node-1"');
  const { json } = await client('admin').call('GET', `sites/-current-/nodes?limit=1&query=${query}`);
  node = (json as { items: { id: string }[] }).items[0]?.id ?? '';
};

const toHere = (_stage: Stage, { path }: Sent): Partial<Sent> => ({
  path: path
    .replace(RECORDED_NODE, node)
    .replace('%22login%22%3A%22root%22', `%22login%22%3A%22${LOGIN}%22`)
    .replace('/root/scp', `/${LOGIN}/scp`),
});
const all = (group: string): Record<string, Mend> =>
  Object.fromEntries(recordedGroup(group).map(({ id }) => [id, toHere]));

afterAll(() => {
  terminal?.drop();
  for (const name of ['rec-up.txt', 'rec-up2.txt']) rmSync(`/var/tmp/${name}`, { force: true });
});

replayGroup('sessions', {
  config,
  prepare,
  adjust: {
    ...all('sessions'),
    /** Opens the only session in the list. */
    'sessions.list': async ({ gateway, client }) => {
      const { bearer, cookieHeader: cookie } = client('admin');
      const params = JSON.stringify({ login: LOGIN, server_id: node, term: { w: 80, h: 25 } });
      const query = new URLSearchParams({ access_token: bearer, params });
      const site = `${gateway.base.replace(/^http/, 'ws')}/v1/webapi/sites/example.test`;
      terminal = new TerminalClient(`${site}/connect?${query}`, { cookie });
      await terminal.until(() => terminal?.unseen !== '', 'a prompt');
      return {};
    },
  },
});

replayGroup('transfer', { config, prepare, adjust: all('transfer') });
