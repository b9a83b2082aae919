// File transfers of users whose sessions need moderators (streams §3.8): an approval covers one transfer and no other
// access.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { addRole, nodeIdOf, openTerminal, SITE } from '../support/inProcessTerminal.ts';

const LOGIN = userInfo().username;
const SIZE = { w: 80, h: 24 };

let gateway: InProcess;
let admin: ApiClient;
let mona: ApiClient;
let judge: ApiClient;
let nodeId: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postern-moderated-'));
  writeFileSync(join(folder, 'approved.txt'), 'approved');
  gateway = await startInProcess({ node: { name: 'node-1' } });
  admin = await gateway.admin();
  nodeId = await nodeIdOf(admin, 'node-1');
  const require_session_join = [{ name: 'watch', kinds: ['ssh'], modes: ['moderator'], count: 1, filter: '' }];
  const watched = { logins: [LOGIN], node_labels: { '*': '*' }, require_session_join };
  await addRole(admin, 'watched', { allow: watched });
  const join_sessions = [{ name: 'all', roles: ['*'], kinds: ['ssh'], modes: ['moderator'] }];
  await addRole(admin, 'judge', { allow: { join_sessions } });
  mona = await gateway.user(admin, 'mona', ['watched']);
  judge = await gateway.user(admin, 'judge', ['judge']);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Ids of a request that the moderator has approved. */
async function approve(request: object): Promise<{ moderatedSessionId: string; fileTransferRequestId: string }> {
  const owner = openTerminal(gateway, mona, { login: LOGIN, server_id: nodeId, term: SIZE });
  const { id } = await owner.session();
  await owner.sees('Waiting for ');
  const moderator = openTerminal(gateway, judge, { sid: id, mode: 'moderator', term: SIZE });
  await moderator.session();
  await owner.sees('The session starts');
  owner.send('f', JSON.stringify({ event: 'file_transfer_request', ...request }));
  const asked = () => moderator.events().find(({ event }) => event === 'file_transfer_request');
  await moderator.until(() => asked() !== undefined, 'the request');
  const requestId = String(asked()?.requestID);
  moderator.send('t', JSON.stringify({ event: 'file_transfer_decision', requestId, approved: true }));
  const isApproved = () => owner.events().some(({ event }) => event === 'file_transfer_request_approve');
  await owner.until(isApproved, 'the approval');
  return { moderatedSessionId: id, fileTransferRequestId: requestId };
}

const call = (method: string, what: 'scp' | 'files', query: Record<string, string>, body?: unknown) =>
  mona.call(method, `${SITE}/nodes/${nodeId}/${LOGIN}/${what}?${new URLSearchParams(query)}`, body);

const REFUSED = [500, { error: { message: 'lacking privileges to start unattended session\n' } }];

test('L2: an approved download does not allow folder listings, and stays valid for the download', async () => {
  const transfer = { location: join(folder, 'approved.txt'), filename: 'approved.txt' };
  const ids = await approve({ download: true, location: transfer.location });
  const listing = await call('GET', 'files', { ...transfer, ...ids, path: '/' });
  expect([listing.status, listing.json]).toEqual(REFUSED);
  expect((await call('GET', 'scp', { ...transfer, ...ids })).text).toBe('approved');
});

test('L2: an approved upload does not allow the creation of folders', async () => {
  const transfer = { location: join(folder, 'up.txt'), filename: 'up.txt' };
  const ids = await approve({ download: false, ...transfer });
  const made = await call('POST', 'files', { ...transfer, ...ids }, { path: join(folder, 'made') });
  expect([made.status, made.json]).toEqual(REFUSED);
  expect(existsSync(join(folder, 'made'))).toBe(false);
});

test('L2: unknown session and request IDs do not allow folder listings', async () => {
  const listing = await call('GET', 'files', { path: '/', moderatedSessionId: 'x', fileTransferRequestId: 'y' });
  expect([listing.status, listing.json]).toEqual(REFUSED);
});

test('the audit log shows who requested a file and who approved it', async () => {
  const location = join(folder, 'logged.txt');
  const { fileTransferRequestId: request_id } = await approve({ download: true, location });
  const range = 'from=2000-01-01T00:00:00Z&include=session.file.request,session.file.approve';
  const { json } = await admin.call('GET', `${SITE}/events/search?${range}`);
  const { events } = json as { events: Record<string, unknown>[] };
  const ours = events.filter((event) => event['request_id'] === request_id);
  expect(ours.toSorted((a, b) => String(b['code']).localeCompare(String(a['code'])))).toMatchObject([
    { code: 'TPF01I', user: 'judge', requester: 'mona', location, download: true, complete: true },
    { code: 'TPF00I', user: 'mona', requester: 'mona', location, download: true },
  ]);
});
