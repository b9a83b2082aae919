// Recordings of desktops: the playback socket (streams §6), and their parts for a player that jumps (streams §6.1).
import type { WebSocket } from 'ws';
import { textAt } from '../../src/lib/json.ts';
import type { DesktopRecordingJson } from '../../src/wire/recordings.ts';
import { DesktopPlayback } from '../desktop/recording/DesktopPlayback.ts';
import { readDesktopIndex } from '../desktop/recording/desktopIndex.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, denied, notFound } from '../http/failures.ts';
import { logFailure } from '../http/requestLog.ts';
import type { Caller } from '../identity/caller.ts';
import { jsonInTurns } from '../process/turns.ts';
import { SESSION_ID } from '../recordings/files.ts';
import { readBytes, toByteRange } from '../recordings/readRecording.ts';
import { isTerminal, type FinishedRecording } from '../recordings/Recordings.ts';
import type { Api, SignedInCall } from './api.ts';
import { readRefusal, type RecordingAccess } from './recordingAccess.ts';

/** Each playback has a piece of its file in memory. */
const PLAYBACKS_PER_USER = 16;

export function desktopPlaybackRoutes(
  api: Api,
  reads: RecordingAccess,
  { openCalls }: Pick<Gateway, 'openCalls'>,
): void {
  const open = new Map<string, number>();
  const change = (user: string, by: 1 | -1) => {
    const count = (open.get(user) ?? 0) + by;
    if (count === 0) open.delete(user);
    else open.set(user, count);
  };

  const find = async (caller: Caller, parameter: string): Promise<FinishedRecording> => {
    const sid = parameter.toLowerCase();
    const noSuch = `no recording of session "${parameter}"`;
    if (!SESSION_ID.test(sid)) throw notFound(noSuch);
    const recording = await reads.find(caller, sid, noSuch);
    if (isTerminal(recording)) throw notFound(`session "${parameter}" is not a desktop session`);
    return recording;
  };

  const start = ({ caller, param, request }: SignedInCall) => {
    const { upgrade, origin } = request.headers;
    if (upgrade !== undefined && origin === undefined) throw denied('a request without an origin');
    return (socket: WebSocket) => {
      const playback = new DesktopPlayback(socket);
      play(caller, param('sid'), playback).catch((error: unknown) => {
        if (error instanceof ApiFailure) return playback.fail(error.message);
        logFailure(request, error, 'could not play a recording');
        playback.fail('the recording could not be read');
      });
    };
  };
  api.socket('sites/:site/desktopplayback/:sid', 'session+site', start, { plainAnswer: 'not websocket protocol' });

  async function play(caller: Caller, sid: string, playback: DesktopPlayback) {
    const user = caller.user.name;
    if ((open.get(user) ?? 0) >= PLAYBACKS_PER_USER)
      throw new ApiFailure(
        429,
        `${PLAYBACKS_PER_USER} recordings are open already: close one, and play this one again`,
      );
    change(user, 1);
    try {
      const recording = await find(caller, sid);
      const { signal, close } = openCalls.open(caller, (now) => readRefusal(recording, now));
      try {
        reads.reportOnce(caller, recording);
        await playback.run(recording, signal);
      } finally {
        close();
      }
    } finally {
      change(user, -1);
    }
  }

  const findSilently = async ({ caller, param, recheck }: SignedInCall): Promise<FinishedRecording> => {
    const recording = await reads.findSilently(caller, param('sid'));
    if (isTerminal(recording)) throw notFound(`session "${param('sid')}" is not a desktop session`);
    recheck();
    reads.reportOnce(caller, recording);
    return recording;
  };

  api.on('GET', 'sites/:site/sessions/:sid/desktop', { guard: 'session+site', compress: true }, async (call) => {
    const recording = await findSilently(call);
    const { event } = recording;
    const { durationMs, segments, active, marks } = await readDesktopIndex(recording);
    return jsonInTurns({
      user: textAt(event, 'user'),
      desktop: textAt(event, 'desktop_name'),
      login: textAt(event, 'windows_user'),
      startedAt: textAt(event, 'session_start'),
      durationMs,
      segments: segments.map(({ startMs, offset }) => [startMs, offset]),
      bytes: recording.bytes,
      active,
      marks,
    } satisfies DesktopRecordingJson);
  });

  api.on('GET', 'sites/:site/sessions/:sid/desktop/stream', 'session+site', async (call) => {
    const { query, caller, reply } = call;
    const recording = await findSilently(call);
    const { stream } = await readBytes(recording, toByteRange(query('offset'), query('bytes')));
    reply.header('content-type', 'application/octet-stream'); // no length: bytes of the file can be missing
    return reply.send(openCalls.stream(stream, caller, (now) => readRefusal(recording, now)));
  });
}
