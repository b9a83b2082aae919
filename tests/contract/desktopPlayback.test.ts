// Recorded desktops: the playback socket (streams §6), and the segments of a recording for a player that seeks
// (streams §6.1).
import { rmSync, truncateSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { KEEP_ALIVE_MS } from '../../src/wire/constants.ts';
import type { DesktopRecordingJson } from '../../src/wire/recordings.ts';
import { decodeDesktop } from '../../src/wire/desktop/messages.ts';
import { decodePlayback, PLAY_PAUSE, speedAction, type PlaybackFrame } from '../../src/wire/desktop/playback.ts';
import { readFrames } from '../../src/wire/desktop/recordedFrames.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { writeDesktopRecording, type DesktopScene } from '../support/desktopRecording.ts';
import { recordSession } from '../support/recordedSession.ts';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
}, 60_000);
afterAll(() => gateway.stop());

const write = async (scene: DesktopScene) =>
  (await writeDesktopRecording(gateway.app.gateway.settings.dataDir, scene)).sid;

class Player {
  readonly frames: PlaybackFrame[] = [];
  readonly raw: string[] = [];
  readonly socket: WebSocket;
  closed: number | undefined;
  refused: number | undefined;

  constructor(sid: string, by = admin, origin: string | undefined = gateway.base) {
    const url = `${gateway.base.replace('http', 'ws')}/v1/webapi/sites/-current-/desktopplayback/${sid}?access_token=${by.bearer}`;
    this.socket = new WebSocket(url, { headers: { cookie: by.cookieHeader }, ...(origin && { origin }) });
    this.socket.on('message', (data: Buffer, isBinary) => {
      expect(isBinary).toBe(true);
      this.raw.push(data.toString());
      this.frames.push(decodePlayback(data));
    });
    this.socket.on('close', (code) => (this.closed = code));
    this.socket.on('unexpected-response', (_, response) => (this.refused = response.statusCode));
    this.socket.on('error', () => undefined);
    onTestFinished(() => this.socket.terminate());
  }

  get lastMs(): number {
    const last = this.frames.findLast((frame) => frame.kind === 'message');
    return last?.kind === 'message' ? last.ms : -1;
  }
  get messages() {
    return this.frames.filter((frame) => frame.kind === 'message').map(({ message }) => decodeDesktop(message));
  }
  reaches = (ms: number) => vi.waitFor(() => expect(this.lastMs).toBeGreaterThanOrEqual(ms), 10_000);
  ends = () => vi.waitFor(() => expect(this.closed).toBeDefined(), 10_000);
  last = () => this.frames.at(-1);
}
const seek = (pos: unknown) => JSON.stringify({ action: 'seek', pos });

test('playback starts automatically, runs in real time, and ends', async () => {
  const player = new Player(await write({ durationMs: 1000, stepMs: 100 }));
  await player.reaches(100);
  const begun = performance.now();
  await player.ends();
  expect(performance.now() - begun).toBeGreaterThan(500);
  expect([player.last(), player.closed]).toEqual([{ kind: 'end' }, 1000]);
  expect(JSON.parse(player.raw[0] ?? '')).toEqual({
    ei: 0,
    event: 'desktop.recording',
    time: '2026-03-04T05:06:07.000Z',
    message: 'AQAAAoAAAAGA',
    ms: 0,
  });
  expect(new Set(player.messages.map(({ kind }) => kind))).toEqual(new Set(['screenSize', 'picture', 'pointerMove']));
});

test('a pause stops playback, which continues from the same time', async () => {
  const player = new Player(await write({ durationMs: 60_000, stepMs: 50 }));
  await player.reaches(50);
  player.socket.send(PLAY_PAUSE);
  await new Promise((resolve) => setTimeout(resolve, 150));
  const at = player.lastMs;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(player.lastMs).toBe(at);
  player.socket.send(PLAY_PAUSE);
  await player.reaches(at + 50);
  expect(player.lastMs).toBeLessThan(at + 10_000);
});

test('a new speed applies at once, and is limited', async () => {
  const player = new Player(await write({ durationMs: 20_000, stepMs: 5000 }));
  await player.reaches(0);
  player.socket.send(speedAction(1000));
  const begun = performance.now();
  await player.ends();
  expect(performance.now() - begun).toBeGreaterThan(700); // the speed is at most 16
  const slow = new Player(await write({ durationMs: 1000, stepMs: 400 }));
  await slow.reaches(0);
  slow.socket.send(JSON.stringify({ action: 'speed' }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(slow.lastMs).toBe(0);
});

test('a seek shows the picture of that time, forwards and backwards, also during a pause', async () => {
  const sid = await write({ durationMs: 60_000, noise: 9000, stepMs: 100 });
  const player = new Player(sid);
  await player.reaches(0);
  player.socket.send(PLAY_PAUSE);
  player.socket.send(seek(59_000));
  await player.reaches(59_000);
  const forward = player.frames.length;
  player.socket.send(seek(1000));
  await vi.waitFor(() => expect(player.lastMs).toBe(1000), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(player.lastMs).toBe(1000);
  // The recording has thousands of messages, therefore the player did not replay from the start.
  expect(forward).toBeLessThan(1200);
  expect(player.messages.filter(({ kind }) => kind === 'screenSize').length).toBeGreaterThanOrEqual(3);
});

test('keyframes of the recording are not sent during playback', async () => {
  const sid = await write({ durationMs: 30_000, noise: 9000, stepMs: 100 });
  const { segments } = (await admin.call('GET', `sites/-current-/sessions/${sid}/desktop`))
    .json as DesktopRecordingJson;
  expect(segments.length).toBeGreaterThan(1);
  const player = new Player(sid);
  player.socket.on('open', () => player.socket.send(speedAction(16)));
  await player.ends();
  expect(player.messages.filter(({ kind }) => kind === 'screenSize')).toHaveLength(1);
});

test.each(['{"action":"stop"}', 'play', '{"action":"seek","pos":1.5}', '{"action":"seek"}', 'x'.repeat(2000), ''])(
  'an invalid message closes the socket: %#',
  async (text) => {
    const player = new Player(await write({ durationMs: 60_000 }));
    await player.reaches(0);
    player.socket.send(text);
    await player.ends();
    expect(player.frames.some(({ kind }) => kind !== 'message')).toBe(false);
  },
);

test('unknown, terminal and hidden sessions are refused over the socket', async () => {
  const sid = await write({ durationMs: 1000 });
  const terminal = await recordSession(gateway.app.gateway, { prints: ['x'] });
  const bob = await gateway.user(admin, 'bob', ['access']);
  for (const [player, text] of [
    [new Player('00000000-0000-4000-8000-000000000000'), /no recording/],
    [new Player('nonsense'), /no recording/],
    [new Player(terminal), /not a desktop/],
    [new Player(sid, bob), /denied|permission|access/i],
  ] as const) {
    await player.ends();
    expect(player.frames).toEqual([{ kind: 'error', text: expect.stringMatching(text) as string }]);
  }
});

test('a request without an origin is refused before the upgrade', async () => {
  const player = new Player(await write({ durationMs: 1000 }), admin, '');
  await vi.waitFor(() => expect(player.refused).toBe(403), 10_000);
});

test('playback ends with the web session and with the role', async () => {
  const sid = await write({ durationMs: 60_000 });
  for (const [name, end] of [
    ['erin', () => admin.call('DELETE', 'postern/users/erin/sessions/web')],
    ['emil', () => admin.call('PUT', 'users', { name: 'emil', roles: ['access'] })],
  ] as const) {
    const person = await gateway.user(admin, name, ['access', 'auditor']);
    const player = new Player(sid, person);
    await player.reaches(0);
    expect((await end()).status).toBe(200);
    await player.ends();
    expect(player.last()?.kind).toBe('error');
  }
});

test('a user has at most 16 playbacks open', async () => {
  const sid = await write({ durationMs: 60_000 });
  const carl = await gateway.user(admin, 'carl', ['auditor']);
  const players = Array.from({ length: 16 }, () => new Player(sid, carl));
  await Promise.all(players.map((player) => player.reaches(0)));
  const extra = new Player(sid, carl);
  await extra.ends();
  expect(extra.last()).toMatchObject({ kind: 'error', text: expect.stringContaining('16') as string });
  for (const { socket } of players) socket.terminate();
  await vi.waitFor(async () => {
    // The gateway may not have noticed yet that the others have closed.
    const next = new Player(sid, carl);
    await vi.waitFor(() => expect(next.lastMs >= 0 || next.closed !== undefined).toBe(true), 10_000);
    expect(next.closed).toBeUndefined();
  }, 10_000);
});

test('seeks of a client that does not read are skipped except the last', async () => {
  const player = new Player(await write({ durationMs: 120_000, noise: 9000, stepMs: 50 }));
  await player.reaches(0);
  player.socket.pause();
  for (let count = 0; count <= 200; count++) player.socket.send(seek(119_000 - count * 500));
  await new Promise((resolve) => setTimeout(resolve, 300));
  player.socket.resume();
  await vi.waitFor(() => expect(Math.abs(player.lastMs - 19_000)).toBeLessThan(2000), 10_000);
  expect(player.raw.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(60e6);
});

test('a client that does not answer pings is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const player = new Player(await write({ durationMs: 3600_000, stepMs: 60_000 }));
  await player.reaches(0);
  player.socket.pause(); // the client does not read pings, like after the loss of its network
  vi.advanceTimersByTime(3 * KEEP_ALIVE_MS);
  player.socket.resume();
  await player.ends();
  expect(player.closed).toBe(1006);
});

test('the segments of a recording form its stream, and each starts with the whole screen', async () => {
  const sid = await write({ durationMs: 30_000, noise: 9000, stepMs: 100 });
  const answer = await admin.call('GET', `sites/-current-/sessions/${sid}/desktop`);
  const { segments, bytes, active, ...rest } = answer.json as DesktopRecordingJson;
  expect(rest).toEqual({
    user: 'admin',
    desktop: 'wks-7',
    login: 'administrator',
    startedAt: '2026-03-04T05:06:07.000Z',
    durationMs: 30_000,
    marks: [{ ms: 0, kind: 'size', width: 640, height: 384 }],
  });
  expect(active.map(([second]) => second)).toEqual(Array.from({ length: 30 }, (_, second) => second));
  expect(segments[0]).toEqual([0, 0]);
  const [ms = 0, offset = 0] = segments[1] ?? [];
  expect(ms).toBeGreaterThanOrEqual(10_000);
  const url = `${gateway.base}/v1/webapi/sites/-current-/sessions/${sid}/desktop/stream?offset=${offset}`;
  const part = await fetch(url, { headers: admin.signedIn });
  const stream = new Uint8Array(await part.arrayBuffer());
  expect(stream.length).toBe(Math.min(5_242_880, bytes - offset));
  const { frames } = readFrames(stream);
  expect(frames[0]).toMatchObject({ ms, isKeyframe: true });
  expect(decodeDesktop(frames[0]?.message.slice() ?? new Uint8Array())).toEqual({
    kind: 'screenSize',
    width: 640,
    height: 384,
  });
  const bob = await gateway.user(admin, 'bert', ['access']);
  for (const path of ['desktop', 'desktop/stream'])
    expect((await bob.call('GET', `sites/-current-/sessions/${sid}/${path}`)).status).toBe(404);
  const events = await admin.call('GET', `sites/-current-/sessions/${sid}/stream`);
  expect(events.status).toBe(404); // a desktop has no terminal output
});

test('a recording with missing bytes ends at the gap', async () => {
  const sid = await write({ durationMs: 5000 });
  const { bytes } = gateway.app.gateway.recordings.files(sid);
  truncateSync(bytes, 30_000);
  const player = new Player(sid);
  player.socket.on('open', () => player.socket.send(speedAction(16)));
  await player.ends();
  expect(player.last()).toEqual({ kind: 'end' });
  rmSync(bytes);
  const gone = new Player(sid);
  await gone.ends();
  expect(gone.last()).toEqual({ kind: 'error', text: 'the recording could not be read' });
});
