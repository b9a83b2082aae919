// The ping interval that a terminal's client may request (streams §3.1).
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { nodeIdOf, SITE } from '../support/inProcessTerminal.ts';

/** Longer than the longest delay of a timer in Node, and than any 32-bit number. */
const TOO_LONG_MS = 2 ** 31;
const NS_PER_MS = 1_000_000;
const WATCH_MS = 1500;

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess({ node: { name: 'node-1' } });
  admin = await gateway.admin();
}, 60_000);
afterAll(() => gateway.stop());

test.each([TOO_LONG_MS, 9_000_000_000])(
  'L4: an interval of %d ms does not start a timer that fires continuously',
  async (ms) => {
    const server_id = await nodeIdOf(admin, 'node-1');
    const term = { w: 80, h: 24 };
    const params = { login: userInfo().username, server_id, term, KeepAliveInterval: ms * NS_PER_MS };
    const query = new URLSearchParams({ access_token: admin.bearer, params: JSON.stringify(params) });
    const socket = new WebSocket(`${gateway.base.replace(/^http/, 'ws')}/v1/webapi/${SITE}/connect?${query}`, {
      headers: { cookie: admin.cookieHeader },
    });
    onTestFinished(() => socket.terminate());
    let pings = 0;
    socket.on('ping', () => (pings += 1));
    await new Promise((resolve) => socket.once('message', resolve));
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    expect(pings).toBe(0);
  },
);
