// The delay for other users that a download with a pattern in its path may cause (http-resources §16).
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { nodeIdOf, SITE } from '../support/inProcessTerminal.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';

const LOGIN = userInfo().username;
/** A name of files on both machines. */
const LONG = 'a'.repeat(80);
/** The accepted pause for other users, on a machine that also runs other tests. */
const PAUSE_MAX_MS = 250;
const MANY = 100_000;

let gateway: InProcess;
let admin: ApiClient;
let sshd: Sshd;
let folder: string;
/** IDs of this machine and of a machine over SFTP. */
let nodeIds: Record<'here' | 'far', string>;

beforeAll(async () => {
  sshd = await startSshd();
  folder = mkdtempSync(join(tmpdir(), 'postern-patterns-'));
  writeFileSync(join(folder, LONG), 'found');
  mkdirSync(join(folder, 'many'));
  for (let i = 0; i < MANY; i++) writeFileSync(join(folder, 'many', `${LONG}-${i}`), '');
  gateway = await startInProcess({
    node: { name: 'node-1' },
    inventory: [
      {
        kind: 'node',
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: '00000000-0000-4000-8000-000000000100' },
        spec: { hostname: 'far', addr: sshd.addr },
        connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
      },
    ],
  });
  admin = await gateway.admin();
  nodeIds = { here: await nodeIdOf(admin, 'node-1'), far: await nodeIdOf(admin, 'far') };
}, 120_000);
afterAll(async () => {
  await gateway.stop();
  await sshd.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (where: keyof typeof nodeIds, what: string, query: Record<string, string>): Promise<Answer> =>
  admin.call('GET', `${SITE}/nodes/${nodeIds[where]}/${LOGIN}/${what}?${new URLSearchParams(query)}`);
const download = (where: keyof typeof nodeIds, location: string) => call(where, 'scp', { location, filename: 'x' });

/** The longest time that the gateway, which runs in this process, is blocked. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 20)); // the last pause counts with the next sample
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}

describe.each(['here', 'far'] as const)('H4: files %s', (where) => {
  test('a pattern with many stars delays no other user', async () => {
    const location = `${folder}/${'*a'.repeat(6)}*b`;
    let answer: Answer | undefined;
    const pause = await longestPause(async () => (answer = await download(where, location)));
    expect(answer?.status).toBe(404);
    expect(pause).toBeLessThan(PAUSE_MAX_MS);
  });

  test('a pattern over a hundred thousand names delays no other user', async () => {
    const location = `${folder}/many/${'*[a-z]?'.repeat(20)}*[!0-9]`;
    let answer: Answer | undefined;
    const pause = await longestPause(async () => (answer = await download(where, location)));
    expect(answer?.status).toBe(404);
    expect(pause).toBeLessThan(PAUSE_MAX_MS);
  });

  test('ten such patterns at once delay no other user', async () => {
    const location = `${folder}/many/${'*[a-z]?'.repeat(20)}*[!0-9]`;
    const pause = await longestPause(() => Promise.all(Array.from({ length: 10 }, () => download(where, location))));
    expect(pause).toBeLessThan(PAUSE_MAX_MS);
  });

  test('a pattern that matches a hundred thousand names delays no other user', async () => {
    let answer: Answer | undefined;
    const pause = await longestPause(async () => (answer = await download(where, `${folder}/many/*`)));
    expect(answer?.status).toBe(400);
    expect(pause).toBeLessThan(PAUSE_MAX_MS);
  });

  test('a listing of a folder with a hundred thousand names delays no other user', async () => {
    let answer: Answer | undefined;
    const pause = await longestPause(async () => (answer = await call(where, 'files', { path: `${folder}/many` })));
    const { entries, truncated } = answer!.json as { entries: { name: string }[]; truncated: boolean };
    expect([entries.length, entries[0]?.name, entries[1]?.name, truncated]).toEqual([
      1000,
      `${LONG}-0`,
      `${LONG}-1`,
      true,
    ]);
    expect(pause).toBeLessThan(PAUSE_MAX_MS);
  });

  test('an archive of a folder whose path has 60 000 slashes delays no other user', async () => {
    let answer: Answer | undefined;
    const path = `${SITE}/nodes/${nodeIds[where]}/${LOGIN}/archive?location=${'/'.repeat(60_000)}${randomUUID()}/`;
    const pause = await longestPause(async () => (answer = await admin.call('GET', path)));
    expect([404, 500]).toContain(answer?.status);
    expect(pause).toBeLessThan(PAUSE_MAX_MS);
  });

  test('a pattern selects the only file that matches', async () => {
    expect((await download(where, `${folder}/a*[a-z]?`)).text).toBe('found');
  });

  test.each([
    ['a pattern that is too long', () => `${folder}/${'?'.repeat(5000)}`],
    ['a pattern for too many folders', () => '/proc/*/*/*/x'],
    ['a class that goes backwards', () => `${folder}/[z-a]*`],
  ])('%s is refused', async (_, location) => {
    expect([400, 404]).toContain((await download(where, location())).status);
  });
});
