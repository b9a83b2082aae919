// A gateway in its own process with 10 000 servers, 2 000 users and 200 000 audit events, and a probe that measures how
// long its event loop is busy without a pause.
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { openStores } from '../../gateway/store/stores.ts';
import { writeDesktopRecording } from './desktopRecording.ts';
import { startGateway, type Gateway } from './gateway.ts';
import { seededDataDir } from './seed.ts';
import { LOGIN } from './terminalGateway.ts';

const CONFIG = {
  cluster_name: 'example.test',
  auth: { second_factor: 'off' },
  // After two thousand others in the order of user names.
  admin: { name: 'zoe', logins: [LOGIN] },
  node: { name: 'this-machine', labels: { env: 'dev' } },
};
const EVENTS = 200_000;
const EVENT_NAMES = ['user.login', 'cert.create', 'session.start', 'session.end', 'scp.upload', 'session.join'];
/** In one event of five hundred, for example a command line. */
const LONG_TEXT = 'x'.repeat(20_000);
const REVISIONS = 40;
const REVISION_CHARS = 500_000;
const RECORDING_EVENTS = 100_000;
const DESKTOP_MS = 2 * 3600_000;

/** A session whose recording has a hundred thousand events. */
export const RECORDED_SID = '11111111-2222-4333-8444-555555555555';
/** A role with a long history of long texts. */
export const WRITTEN_ROLE = 'often-written';

/** In milliseconds: uninterrupted processor time of the gateway's main thread, and the longest wait of a `ping`. */
export type Pause = { busyMs: number; pingMs: number };

export type LoopScene = {
  gateway: Gateway;
  /** A session whose recording is two hours of a desktop. */
  desktopSid: string;
  /** The longest pauses since the last call. */
  pause(): Promise<Pause>;
  stop(): Promise<void>;
};

export async function startLoopScene(): Promise<LoopScene> {
  const dataDir = await seededDataDir({ nodes: 10_000, users: 2000 });
  fill(dataDir);
  const { sid: desktopSid } = await writeDesktopRecording(dataDir, {
    durationMs: DESKTOP_MS,
    stepMs: 1000,
    noise: 2000,
  });
  const probe = join(dataDir, 'probe');
  const gateway = await startGateway({
    dataDir,
    config: JSON.stringify(CONFIG),
    env: { NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`, LOOP_PROBE: probe },
  });
  const pinger = new Worker(new URL(fileUrl('loopPinger.mjs')), { workerData: { base: gateway.base } });
  return {
    gateway,
    desktopSid,
    async pause() {
      const pingMs = await new Promise<number>((resolve) => {
        pinger.once('message', resolve);
        pinger.postMessage('longest');
      });
      return { pingMs, busyMs: await readProbe(probe) };
    },
    async stop() {
      await pinger.terminate();
      await gateway.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A module in this directory, for `--import`. */
export const fileUrl = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href;

/** The longest time that a gateway with loopProbe.mjs was busy without a pause since the last call. */
export function readProbe(socket: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    connect(socket)
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('end', () => resolve(Number(text)))
      .on('error', reject);
  });
}

const PAUSE_MAX_MS = 50;
const TRIES = 3;

/**
 * Fails if the gateway of a probe is busy for 50 ms without a pause during `work`. Retries, because other processes of
 * the machine can disturb the measurement.
 */
export async function expectShortPauses(probe: string, work: () => Promise<unknown>): Promise<void> {
  const pauses: number[] = [];
  for (let tried = 0; tried < TRIES && !pauses.some((ms) => ms < PAUSE_MAX_MS); tried++) {
    await readProbe(probe);
    await work();
    pauses.push(await readProbe(probe));
  }
  expect(Math.min(...pauses)).toBeLessThan(PAUSE_MAX_MS);
}

/** Writes the data that would take too long to create through the gateway itself. */
function fill(dataDir: string): void {
  const stores = openStores(dataDir);
  const nowMs = Date.now();
  stores.db.transaction(() => {
    for (let i = 0; i < EVENTS; i++) addEvent(i, nowMs - (EVENTS - i) * 10_000);
    const document = { kind: 'role', version: 'v6', metadata: { name: WRITTEN_ROLE }, spec: {} };
    for (let i = 0; i < REVISIONS; i++) {
      const content = `${JSON.stringify(document)} # ${i} ${'-'.repeat(REVISION_CHARS)}\n`;
      stores.roles.put({ name: WRITTEN_ROLE, content, document }, { by: 'seed', nowMs });
    }
  });
  stores.db.close();
  writeRecording(join(dataDir, 'recordings', RECORDED_SID), nowMs);

  function addEvent(i: number, timeMs: number): void {
    const uid = randomUUID();
    const event = EVENT_NAMES[i % EVENT_NAMES.length] ?? '';
    stores.events.add(uid, timeMs, event, {
      ...{ code: 'T1000I', ei: 0, event, uid, time: new Date(timeMs).toISOString(), cluster_name: 'example.test' },
      ...{ user: `user-${i % 2000}`, login: 'root', sid: randomUUID(), server_id: randomUUID(), proto: 'ssh' },
      ...{ participants: [`user-${i % 2000}`], server_labels: { env: 'prod', team: 'core' } },
      ...(i % 500 === 0 && { command: LONG_TEXT }),
    });
  }
}

function writeRecording(folder: string, nowMs: number): void {
  const lines = Array.from({ length: RECORDING_EVENTS }, (_, i) => `[${nowMs + i},50]\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bytes'), 'output of a session, of fifty characters at least.\n'.repeat(100_000));
  writeFileSync(join(folder, 'index.jsonl'), lines.join(''));
  const event = { event: 'session.end', sid: RECORDED_SID, time: new Date(nowMs).toISOString(), user: 'zoe' };
  writeFileSync(join(folder, 'end.json'), JSON.stringify({ bytes: 50 * RECORDING_EVENTS, event }));
  // The longest possible transcript. The indexer replaces it when it has read the recording.
  const part = { lines: Array<string>(1600).fill('x'.repeat(99)), ms: Array<number>(1600).fill(0), commands: [] };
  writeFileSync(join(folder, 'transcript.jsonl.gz'), gzipSync(`${JSON.stringify(part)}\n`.repeat(100)));
}
