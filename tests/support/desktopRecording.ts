// Recordings of a desktop, written by the gateway's own recorder: coloured tiles that change, and a pointer.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { DesktopRecorder } from '../../gateway/desktop/DesktopRecorder.ts';
import { recordingFiles } from '../../gateway/recordings/files.ts';
import { Recordings } from '../../gateway/recordings/Recordings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { encodeDesktop, type DesktopMessage } from '../../src/wire/desktop/messages.ts';
import { Random } from './random.ts';

export const TILE = 64;
export const DESKTOP_START_MS = Date.parse('2026-03-04T05:06:07.000Z');

type Colour = readonly [red: number, green: number, blue: number];

/** A picture of one size in one colour. Random bytes in its first rows make it as large as real ones. */
export function pngOf(width: number, height: number, colour: Colour, noise: Uint8Array = new Uint8Array()): Uint8Array {
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) row.set(colour, 1 + x * 3);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  for (let at = 0; at < noise.length; at++)
    pixels[(1 + Math.floor(at / 190)) * row.length + 1 + (at % 190)] = noise[at] ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const tileMessage = (column: number, row: number, colour: Colour, noise?: Uint8Array): Uint8Array =>
  encodeDesktop({
    kind: 'picture',
    placed: {
      area: { left: column * TILE, top: row * TILE, right: column * TILE + TILE - 1, bottom: row * TILE + TILE - 1 },
      png: pngOf(TILE, TILE, colour, noise),
    },
  });

/** Colour of the first tile at a time: tests read the time from the picture. */
export const colourAt = (step: number): Colour => [(step * 37) % 256, (step >> 8) % 256, 128];

export type DesktopScene = {
  durationMs: number;
  /** Time between two changes of the picture. */
  stepMs?: number;
  columns?: number;
  rows?: number;
  /** Random bytes in each tile. */
  noise?: number;
  /** Periods without changes. */
  idle?: readonly (readonly [fromMs: number, toMs: number])[];
  /** Sent at their times. */
  extra?: readonly { ms: number; message: DesktopMessage }[];
  user?: string;
  /** Stops before the end, as a killed process does. */
  isCut?: boolean;
};

const startOf = (sid: string, user: string): JsonObject => ({
  event: 'windows.desktop.session.start',
  code: 'TDP00I',
  ei: 0,
  uid: randomUUID(),
  time: new Date(DESKTOP_START_MS).toISOString(),
  cluster_name: 'example.test',
  sid,
  user,
  windows_user: 'administrator',
  windows_domain: '',
  windows_desktop_service: 'b0a8f6d2-1c35-4e79-8a20-6d4f1e9c7b35',
  desktop_name: 'wks-7',
  desktop_addr: '192.0.2.7:5900',
  desktop_labels: { env: 'dev' },
});

/** Writes a recording below the data directory. Resolves with its session id and the event of its end. */
export async function writeDesktopRecording(
  dataDir: string,
  scene: DesktopScene,
): Promise<{ sid: string; end: JsonObject }> {
  const { durationMs, stepMs = 250, columns = 10, rows = 6, noise = 0, idle = [], user = 'admin' } = scene;
  const sid = randomUUID();
  const random = new Random(7);
  let ms = 0;
  const clock = { ...systemClock, now: () => DESKTOP_START_MS + ms };
  const listener = { pressure: () => undefined, failed: (error: Error) => expectNever(error) };
  const recorder = await DesktopRecorder.open(
    { recordings: new Recordings(join(dataDir, 'recordings')), clock, listener },
    { sid },
  );
  const start = startOf(sid, user);
  recorder.started(start);
  let size = { width: columns * TILE, height: rows * TILE };
  recorder.record([encodeDesktop({ kind: 'activated', ioChannelId: 0, userChannelId: 0, ...size })], 'server');
  const tiles = Array.from({ length: columns * rows }, (_, at) =>
    tileMessage(at % columns, Math.floor(at / columns), [90, 90, 90]),
  );
  recorder.record(tiles, 'server');
  const extra = [...(scene.extra ?? [])];
  for (let step = 0; ms < durationMs; step++, ms = Math.min(durationMs, step * stepMs)) {
    while (extra[0] && extra[0].ms <= ms) {
      const { message: sent } = extra.shift() ?? {};
      if (!sent) break;
      if (sent.kind === 'activated') size = { width: sent.width, height: sent.height };
      const message = encodeDesktop(sent);
      recorder.record([message], message[0] === 3 || message[0] === 4 ? 'client' : 'server');
    }
    if (idle.some(([from, to]) => ms >= from && ms < to)) continue;
    if (recorder.wantsKeyframe) recorder.keyframe(size, tiles);
    const colour = colourAt(step);
    const tile = 1 + random.below(tiles.length - 1);
    tiles[0] = tileMessage(0, 0, colour);
    tiles[tile] = tileMessage(tile % columns, Math.floor(tile / columns), colour, random.bytes(noise));
    recorder.record([tiles[0], tiles[tile]], 'server');
    const x = random.below(size.width);
    recorder.record([encodeDesktop({ kind: 'pointerMove', x, y: random.below(size.height) })], 'client');
    while (recorder.behind) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const end = {
    ...start,
    event: 'windows.desktop.session.end',
    code: 'TDP01I',
    uid: randomUUID(),
    time: new Date(DESKTOP_START_MS + durationMs).toISOString(),
    session_start: start['time'],
    session_stop: new Date(DESKTOP_START_MS + durationMs).toISOString(),
    recorded: true,
    participants: [user],
  };
  await recorder.end(end);
  if (scene.isCut) {
    const files = recordingFiles(join(dataDir, 'recordings'), sid);
    const index = readFileSync(files.index, 'utf8');
    writeFileSync(files.index, index.slice(0, index.lastIndexOf('\n', index.length - 2) + 1));
    rmSync(files.end);
  }
  return { sid, end };
}

function expectNever(error: Error): never {
  throw error;
}
