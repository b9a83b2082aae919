// Screens of a recording, so that a player begins anywhere at once. Extensions (streams §4.6).
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RecordingOverviewJson } from '../../src/wire/recordings.ts';
import { acceptedEncoding } from '../http/compression.ts';
import { badRequest, notFound } from '../http/failures.ts';
import { readOverview, readScreen, sessionMs } from '../recordings/screenFiles.ts';
import type { Api } from './api.ts';
import type { RecordingAccess } from './recordingAccess.ts';

const unpacked = promisify(gunzip);

export function recordingScreenRoutes(api: Api, reads: RecordingAccess): void {
  api.on('GET', 'sites/:site/sessions/:sid/overview', 'session+site', async ({ caller, param, recheck }) => {
    const recording = await reads.findSilently(caller, param('sid'));
    const stored = await readOverview(recording.files);
    recheck();
    reads.reportOnce(caller, recording.sid); // it shows the last screen
    if (!stored) {
      const { bytes, event } = recording;
      return { state: 'pending', durationMs: sessionMs(event), bytes, screens: [] } satisfies RecordingOverviewJson;
    }
    const screens = stored.screens.map(({ ms, offset, event }) => ({ ms, offset, event }));
    return { state: 'ready', ...stored, screens } satisfies RecordingOverviewJson;
  });

  api.on(
    'GET',
    'sites/:site/sessions/:sid/screens/:screen',
    'session+site',
    async ({ caller, param, recheck, reply, request }) => {
      const recording = await reads.findSilently(caller, param('sid'));
      const stored = await readOverview(recording.files);
      const number = param('screen') === 'last' ? (stored?.screens.length ?? 0) - 1 : toNumber(param('screen'));
      const packed = stored && (await readScreen(recording.files, stored, number));
      if (!packed) throw notFound(`session "${param('sid')}" has no screen ${param('screen')}`);
      recheck();
      reads.reportOnce(caller, recording.sid);
      reply.header('content-type', 'application/json');
      // What was printed is over: nobody can put a text of their choice beside it any more.
      if (!acceptedEncoding(request.headers['accept-encoding'], ['gzip'])) return reply.send(await unpacked(packed));
      return reply.header('content-encoding', 'gzip').header('vary', 'Accept-Encoding').send(packed);
    },
  );
}

function toNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw badRequest(`${text} is not the number of a screen`);
  return Number(text);
}
