// Screens and text of a recording, so that a player can start at any time at once. Extensions (streams §4.6).
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import type { RecordingOverviewJson } from '../../src/wire/recordings.ts';
import { acceptedEncoding } from '../http/compression.ts';
import { badRequest, notFound } from '../http/failures.ts';
import { readOverview, readScreen, sessionMs } from '../recordings/screenFiles.ts';
import type { Caller } from '../identity/caller.ts';
import type { FinishedRecording } from '../recordings/Recordings.ts';
import type { Api, Call } from './api.ts';
import type { RecordingAccess } from './recordingAccess.ts';

const unpacked = promisify(gunzip);

/** Ends a body once the caller may no longer read the recording. */
type WhileAllowed = (body: Readable, caller: Caller, recording: FinishedRecording) => Readable;

export function recordingScreenRoutes(api: Api, reads: RecordingAccess, whileAllowed: WhileAllowed): void {
  api.on('GET', 'sites/:site/sessions/:sid/overview', 'session+site', async ({ caller, param, recheck }) => {
    const recording = await reads.findSilently(caller, param('sid'));
    const stored = await readOverview(recording.files);
    recheck();
    reads.reportOnce(caller, recording); // it shows the last screen
    if (!stored) {
      const { bytes, event } = recording;
      return { state: 'pending', durationMs: sessionMs(event), bytes, screens: [] } satisfies RecordingOverviewJson;
    }
    const screens = stored.screens.map(({ ms, offset, event }) => ({ ms, offset, event }));
    return { state: 'ready', ...stored, screens } satisfies RecordingOverviewJson;
  });

  api.on('GET', 'sites/:site/sessions/:sid/screens/:screen', 'session+site', async (call) => {
    const { caller, param, recheck, reply } = call;
    const recording = await reads.findSilently(caller, param('sid'));
    const stored = await readOverview(recording.files);
    const number = param('screen') === 'last' ? (stored?.screens.length ?? 0) - 1 : toNumber(param('screen'));
    const packed = stored && (await readScreen(recording.files, stored, number));
    if (!packed) throw notFound(`session "${param('sid')}" has no screen ${param('screen')}`);
    recheck();
    reads.reportOnce(caller, recording);
    reply.header('content-type', 'application/json');
    return reply.send(packedReply(call) ? packed : await unpacked(packed));
  });

  api.on('GET', 'sites/:site/sessions/:sid/transcript', 'session+site', async (call) => {
    const { caller, param, recheck, reply } = call;
    const recording = await reads.findSilently(caller, param('sid'));
    const isThere = await access(recording.files.transcript).then(
      () => true,
      () => false,
    );
    if (!isThere) throw notFound(`session "${param('sid')}" has no transcript`);
    recheck();
    reads.reportOnce(caller, recording);
    reply.header('content-type', 'application/jsonl');
    const packed = whileAllowed(createReadStream(recording.files.transcript), caller, recording);
    // If one stream fails, the other ends with it.
    return reply.send(packedReply(call) ? packed : pipeline(packed, createGunzip(), () => undefined));
  });
}

/**
 * Whether the client accepts the compressed file unchanged. The output is complete, so attackers can no longer add text
 * to it (BREACH).
 */
function packedReply({ reply, request }: Pick<Call, 'reply' | 'request'>): boolean {
  const isPacked = acceptedEncoding(request.headers['accept-encoding'], ['gzip']) !== undefined;
  if (isPacked) reply.header('content-encoding', 'gzip').header('vary', 'Accept-Encoding');
  return isPacked;
}

function toNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw badRequest(`${text} is not the number of a screen`);
  return Number(text);
}
