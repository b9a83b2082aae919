// The data of a recording: its events and its output (http-resources §10.3, §10.4).
import { EventSplitter } from '../wire/recording/EventSplitter.ts';
import type { JsonObject } from '../lib/json.ts';
import type { DesktopRecordingJson, RecordingOverviewJson } from '../wire/recordings.ts';
import type { ScreenState } from '../wire/recording/screenState.ts';
import { call, callForBody } from './client.ts';
import { askEarly, takeAnswer } from './earlyAnswers.ts';
import { ApiError, isApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

export type RecordingAddress = { clusterId: string; sid: string };

/** Maximum bytes of a response (streams §4.1). */
export const STREAM_BYTES_MAX = 5_242_880;
/** The number of bytes that a player reads at once. */
export const CHUNK_BYTES = 512 * 1024;

const eventsUrl = (address: RecordingAddress): string => apiUrl('sites/:clusterId/sessions/:sid/events', address);
const bytesUrl = (address: RecordingAddress, range: { offset: number; bytes: number }): string =>
  apiUrl('sites/:clusterId/sessions/:sid/stream', address, range);

/** Requests the first data of a player before its scripts have loaded. `fromStart`: it plays from the beginning. */
export function askForRecording(address: RecordingAddress, fromStart: boolean): void {
  askEarly(eventsUrl(address));
  if (fromStart) askEarly(bytesUrl(address, { offset: 0, bytes: CHUNK_BYTES }));
}

/**
 * Passes on the events in order as they arrive. It reads no further while a promise of `take` is pending. Rejects like
 * `call`, and with `ApiError` if the response breaks off, after it has passed on the received events.
 */
export async function readRecordingEvents(
  address: RecordingAddress,
  take: (events: readonly JsonObject[]) => void | Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { body, status } = await takeAnswer(eventsUrl(address), signal);
  if (!body) throw new ApiError('The server sent no events', status);
  const splitter = new EventSplitter();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      await take(splitter.push(decoder.decode(part.value, { stream: true })));
  } catch (cause) {
    signal.throwIfAborted();
    throw new ApiError('The answer with the events of the recording broke off', status, { cause });
  }
  if (!splitter.isWhole) throw new ApiError('The answer with the events of the recording broke off', status);
}

/** Output from `offset` on. Less than `bytes` if the recording ends, or if its bytes are missing. */
export async function fetchRecordingBytes(
  address: RecordingAddress,
  { offset, bytes }: { offset: number; bytes: number },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await takeAnswer(bytesUrl(address, { offset, bytes }), signal);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    // There is no output, or no more output. Errors of this call are plain text (http-resources §10.4).
    if (isApiError(error) && error.status === 404) return new Uint8Array();
    throw error;
  }
}

/**
 * The first data of a player for a recorded desktop, from a server that sends parts of it (streams §6.1). Rejects like
 * `call`.
 */
export const fetchDesktopRecording = async (
  address: RecordingAddress,
  signal: AbortSignal,
): Promise<DesktopRecordingJson> =>
  (await call(apiUrl('sites/:clusterId/sessions/:sid/desktop', address), { signal })) as DesktopRecordingJson;

/** A part of its stream. Less than `bytes` if the stream ends, or if its bytes are missing. */
export async function fetchDesktopBytes(
  address: RecordingAddress,
  { offset, bytes }: { offset: number; bytes: number },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = apiUrl('sites/:clusterId/sessions/:sid/desktop/stream', address, { offset, bytes });
  return new Uint8Array(await (await callForBody(path, { signal })).arrayBuffer());
}

/** The overview of a recording from a server that stores screens (streams §4.6). Rejects like `call`. */
export const fetchOverview = async (address: RecordingAddress, signal: AbortSignal): Promise<RecordingOverviewJson> =>
  (await call(apiUrl('sites/:clusterId/sessions/:sid/overview', address), { signal })) as RecordingOverviewJson;

/** One of its screens, by its number in the overview. */
export const fetchScreen = async (
  address: RecordingAddress,
  number: number,
  signal: AbortSignal,
): Promise<ScreenState> =>
  (await call(apiUrl('sites/:clusterId/sessions/:sid/screens/:number', { ...address, number: String(number) }), {
    signal,
  })) as ScreenState;

/**
 * Passes on the stored text as it arrives, as JSON lines of `TranscriptPartJson` (streams §4.6). Rejects like `call`.
 */
export async function readTranscript(
  address: RecordingAddress,
  take: (piece: Uint8Array<ArrayBuffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { body } = await callForBody(apiUrl('sites/:clusterId/sessions/:sid/transcript', address), { signal });
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) await take(part.value);
}
