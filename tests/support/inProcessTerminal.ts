// Helpers of terminal tests with a gateway in their own process.
import { onTestFinished } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { ApiClient } from './ApiClient.ts';
import type { InProcess } from './appInProcess.ts';
import { TerminalClient } from './terminalClient.ts';

export const SITE = 'sites/-current-';

/** A terminal socket of a user. It is dropped at the end of the test. */
export function openTerminal({ base }: InProcess, browser: ApiClient, params: object): TerminalClient {
  const query = new URLSearchParams({ access_token: browser.bearer, params: JSON.stringify(params) });
  const url = `${base.replace(/^http/, 'ws')}/v1/webapi/${SITE}/connect?${query}`;
  const client = new TerminalClient(url, { cookie: browser.cookieHeader });
  onTestFinished(() => client.drop());
  return client;
}

/** All text that a terminal has received. */
export const textOf = (terminal: TerminalClient): string =>
  terminal
    .of('r')
    .map(({ payload }) => fromUtf8(payload))
    .join('');

/** Adds a role. Throws if the gateway refuses it. */
export async function addRole(admin: ApiClient, name: string, spec: object, version = 'v6'): Promise<void> {
  const content = JSON.stringify({ kind: 'role', version, metadata: { name }, spec });
  const answer = await admin.call('POST', 'roles', { content });
  if (answer.status !== 200) throw new Error(`role ${name}: ${answer.status} ${answer.text}`);
}

/** Id of the node with this host name. */
export async function nodeIdOf(browser: ApiClient, hostname: string): Promise<string> {
  const { json } = await browser.call('GET', `${SITE}/nodes?limit=100`);
  const { items } = json as { items: { id: string; hostname: string }[] };
  const found = items.find((item) => item.hostname === hostname);
  if (!found) throw new Error(`there is no node ${hostname}`);
  return found.id;
}
