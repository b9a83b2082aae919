// Acknowledged writes survive a process that is killed while it writes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isObject, textAt } from '../../src/lib/json.ts';
import { parseYaml } from '../../src/wire/yaml.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { WebClient } from '../support/webClient.ts';

const CONFIG = "auth: { second_factor: 'off' }\nadmin: { name: admin }\n";
/** Roles that are saved repeatedly, each by its own writer. */
const WRITERS = 4;
/** Killed early, in the middle and later: at different positions of the database's log. */
const ROUNDS = [1, 12, 40];

let dataDir: string;
let gateway: Gateway;
let admin: WebClient;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'postern-kill-'));
  gateway = await startGateway({ config: CONFIG, dataDir });
  const token = new URL(gateway.invite ?? '').pathname.split('/').at(-1) ?? '';
  admin = await WebClient.ofInvite(gateway.base, token, 'admin');
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const nameOf = (writer: number): string => `writer-${writer}`;
const contentOf = (writer: number, step: number): string =>
  `kind: role\nversion: v6\nmetadata:\n  name: ${nameOf(writer)}\n  description: step ${step}\n`;

/** Number of the last stored save of each writer. */
async function storedSteps(): Promise<number[]> {
  const roles: { name: string; content: string }[] = await admin.expect('GET', '/roles');
  return Array.from({ length: WRITERS }, (_, writer) => {
    const parsed = parseYaml(roles.find(({ name }) => name === nameOf(writer))?.content ?? '');
    const description = parsed.ok && isObject(parsed.value) ? textAt(parsed.value, 'metadata', 'description') : '';
    return Number(/^step (\d+)$/.exec(description)?.[1] ?? 0);
  });
}

test('every acknowledged role save and the sign-in survive a kill', async () => {
  let step = 0;
  for (const saves of ROUNDS) {
    const acknowledged = await storedSteps();
    const sent = [...acknowledged];
    let done = 0;
    let killed: Promise<void> | undefined;
    const write = async (writer: number): Promise<void> => {
      while (!killed) {
        const next = ++step;
        sent[writer] = next;
        const isNew = acknowledged[writer] === 0;
        const [method, path] = isNew ? ['POST', '/roles'] : ['PUT', `/roles/${nameOf(writer)}`];
        // The process may be killed while it answers: such a save may or may not be stored.
        const answer = await admin.request(method, path, { content: contentOf(writer, next) }).catch(() => undefined);
        if (answer?.status !== 200) return;
        acknowledged[writer] = next;
        if (++done === saves) killed = gateway.kill();
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    expect(killed, 'the writers stopped before their time').toBeDefined();
    await killed;

    gateway = await startGateway({ dataDir });
    admin.base = gateway.base;
    const held = await storedSteps();
    for (const [writer, kept] of held.entries()) {
      expect([acknowledged[writer], sent[writer]]).toContain(kept);
    }
  }
});

test('the audit log contains the creation of every role', async () => {
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 60_000).toISOString();
  const { events } = await admin.expect(
    'GET',
    `/sites/-current-/events/search?from=${from}&to=${to}&limit=5000&include=role.created`,
  );
  const saved: string[] = events.map(({ name }: { name: string }) => name);
  for (let writer = 0; writer < WRITERS; writer++) expect(saved).toContain(nameOf(writer));
});
