// Recordings of terminals (streams §4.1, http-resources §10.2–10.4).
import type { FastifyReply } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ruleRefusal } from '../../src/access/rules.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, badRequest, denied, notFound } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import { SESSION_ID } from '../recordings/files.ts';
import { readBytes, readEvents, toByteRange, toEventIndex } from '../recordings/readRecording.ts';
import type { FinishedRecording } from '../recordings/Recordings.ts';
import type { Api } from './api.ts';
import { eventParameters, requireInBounds } from './events.ts';

/** Events that end a recording. */
const ENDS = ['session.end', 'windows.desktop.session.end'];

type Parts = Pick<Gateway, 'stores' | 'recordings' | 'audit' | 'now'>;

export function recordingRoutes(api: Api, { stores, recordings, audit, now }: Parts): void {
  api.on('GET', 'sites/:site/events/search/sessions', 'session+site', (call) => {
    const { access } = call.caller;
    const query = eventParameters(call, now());
    // Conditions of the rule choose among the recordings; without any rule there is nothing to choose from.
    if (!access.couldBeAllowed('session', 'list')) throw denied(ruleRefusal('session', 'list'));
    requireInBounds(query);
    const { events, next } = stores.events.page({ ...query, names: ENDS });
    return {
      events: events.filter((event) => access.rule('session', 'list', { session: event }).ok),
      startKey: next,
    };
  });

  /** Throws the refusals; `noSuch` words that there is no recording, or not yet. */
  const find = async (caller: Caller, sid: string, noSuch: string): Promise<FinishedRecording> => {
    // Whoever may read none does not learn either which there are.
    if (!caller.access.couldBeAllowed('session', 'read')) throw denied(ruleRefusal('session', 'read'));
    const recording = await recordings.find(sid);
    if (!recording) throw notFound(noSuch);
    if (!caller.access.rule('session', 'read', { session: recording.event }).ok)
      throw denied(ruleRefusal('session', 'read'));
    return recording;
  };

  api.on('GET', 'sites/:site/sessions/:sid/events', 'session+site', async ({ caller, param, query, reply }) => {
    const sid = param('sid').toLowerCase();
    if (!SESSION_ID.test(sid)) throw badRequest(`invalid session ID "${param('sid')}"`);
    const recording = await find(caller, sid, `unable to find events for session "${param('sid')}"`);
    audit.emit('session.recording.access', { sid, user: caller.user.name });
    const body = toEventsBody(readEvents(recording, toEventIndex(query('after'))));
    return reply.header('content-type', 'application/json').send(Readable.from(body));
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
        recording = await find(caller, sid, `there is no recording of session ${param('sid')}`);
        if (recording.bytes === 0) throw notFound(`session ${param('sid')} has printed nothing`);
      } catch (error) {
        return answerAsText(reply, error);
      }
      const { length, stream } = readBytes(recording, toByteRange(query('offset'), query('bytes')));
      reply.header('content-type', 'application/octet-stream');
      if (acceptsGzip(request.headers['accept-encoding'])) {
        const packed = pipeline(stream, createGzip(), () => undefined); // where one fails the other ends with it
        return reply.header('content-encoding', 'gzip').send(packed);
      }
      return reply.header('content-length', length).send(stream);
    },
  );
}

/** Recordings may have a hundred thousand events: none waits for the others in memory. */
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

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/i.test(coding));

/** Refusals of the stream are no JSON (streams §4.1). */
function answerAsText(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof ApiFailure)) throw error;
  return reply.code(error.status).header('content-type', 'text/plain; charset=utf-8').send(`${error.message}\n`);
}
