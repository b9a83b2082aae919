// Recordings of terminals (streams §4.1, http-resources §10.2–10.4). Extensions are in other files.
import type { FastifyReply } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ruleRefusal } from '../../src/access/rules.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Gateway } from '../gateway.ts';
import { acceptedEncoding } from '../http/compression.ts';
import { ApiFailure, badRequest, denied, notFound } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import { SESSION_ID } from '../recordings/files.ts';
import { readBytes, readEvents, toByteRange, toEventIndex } from '../recordings/readRecording.ts';
import { ENDS_OF_RECORDINGS, isTerminal, type FinishedRecording } from '../recordings/Recordings.ts';
import type { Api } from './api.ts';
import { desktopPlaybackRoutes } from './desktopPlayback.ts';
import { eventParameters, requireInBounds } from './events.ts';
import { readRefusal, RecordingAccess } from './recordingAccess.ts';
import { recordingReviewRoutes } from './recordingReviews.ts';
import { recordingScreenRoutes } from './recordingScreens.ts';
import { recordingSearchRoutes } from './recordingSearch.ts';
import { requesterOf } from './requester.ts';

type Parts = Pick<Gateway, 'tasks' | 'stores' | 'recordings' | 'audit' | 'openCalls' | 'now' | 'liveSessions'>;

export function recordingRoutes(api: Api, parts: Parts): void {
  const { tasks, openCalls, now } = parts;
  api.on('GET', 'sites/:site/events/search/sessions', { guard: 'session+site', compress: true }, (call) => {
    const { access } = call.caller;
    const query = eventParameters(call, now());
    // Conditions of the rule filter the recordings. Without any rule the request is refused.
    if (!access.couldBeAllowed('session', 'list')) throw denied(ruleRefusal('session', 'list'));
    requireInBounds(query);
    const input = { user: call.caller.user.name, query: { ...query, names: ENDS_OF_RECORDINGS } };
    return tasks.answer('recordedSessions', input, requesterOf(call));
  });

  const reads = new RecordingAccess(parts);
  /** Ends a long body if the caller may no longer read the recording. */
  const whileAllowed = (body: Readable, caller: Caller, recording: FinishedRecording): Readable =>
    openCalls.stream(body, caller, (now) => readRefusal(recording, now));

  api.on('GET', 'sites/:site/sessions/:sid/events', { guard: 'session+site', compress: true }, async (call) => {
    const { caller, param, query } = call;
    const sid = param('sid').toLowerCase();
    if (!SESSION_ID.test(sid)) throw badRequest(`invalid session ID "${param('sid')}"`);
    const recording = await reads.reporting(caller, sid, async () => {
      const found = await reads.find(caller, sid, `unable to find events for session "${param('sid')}"`);
      reads.report(caller, found);
      return found;
    });
    const body = toEventsBody(readEvents(recording, toEventIndex(query('after'))));
    return whileAllowed(Readable.from(body), caller, recording);
  });

  api.on(
    'GET',
    'sites/:site/sessions/:sid/stream',
    'session+site',
    async ({ caller, param, query, reply, request }) => {
      let recording: FinishedRecording;
      try {
        const sid = param('sid').toLowerCase();
        if (!SESSION_ID.test(sid)) throw badRequest(`${param('sid')} not a valid UUID`);
        recording = await reads.find(caller, sid, `no recording of session ${param('sid')}`);
        if (recording.bytes === 0 || !isTerminal(recording)) throw notFound(`session ${param('sid')} has no output`);
        reads.reportOnce(caller, recording);
      } catch (error) {
        return answerAsText(reply, error);
      }
      const { length, stream: bytes } = await readBytes(recording, toByteRange(query('offset'), query('bytes')));
      const stream = whileAllowed(bytes, caller, recording);
      reply.header('content-type', 'application/octet-stream');
      // As in the contract. The output is complete, so attackers can no longer add text to it (BREACH).
      if (acceptedEncoding(request.headers['accept-encoding'], ['gzip'])) {
        const packed = pipeline(stream, createGzip(), () => undefined); // if one stream fails, the other ends with it
        return reply.header('content-encoding', 'gzip').send(packed);
      }
      return reply.header('content-length', length).send(stream);
    },
  );

  recordingScreenRoutes(api, reads, whileAllowed);
  desktopPlaybackRoutes(api, reads, parts);
  recordingReviewRoutes(api, reads, parts);
  recordingSearchRoutes(api, parts);
}

/** Recordings may have a hundred thousand events: they are streamed, so that memory does not hold all of them. */
async function* toEventsBody(events: AsyncGenerator<JsonObject>): AsyncGenerator<string> {
  let part = '{"events":[';
  let separator = '';
  for await (const event of events) {
    part += separator + JSON.stringify(event);
    separator = ',';
    if (part.length < PART_CHARS) continue;
    yield part;
    part = '';
  }
  yield `${part}],"startKey":""}`;
}
const PART_CHARS = 32 * 1024;

/** Refusals of the stream are plain text (streams §4.1). */
function answerAsText(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof ApiFailure)) throw error;
  return reply.code(error.status).header('content-type', 'text/plain; charset=utf-8').send(`${error.message}\n`);
}
