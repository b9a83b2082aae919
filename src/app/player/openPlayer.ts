// Players outside of React: one is opened while the console loads, so that its recording is on its way by then.
import type { RecordingPlace } from '../../api/recordingData.ts';
import { decodePercent } from '../../lib/encoding.ts';
import { TerminalPlayer } from '../../sessions/playback/terminal/TerminalPlayer.ts';
import { parseMoment } from '../../wire/recording/moment.ts';

const ADDRESS = /\/cluster\/(?<clusterId>[^/]+)\/session\/(?<sid>[^/]+)\/?$/;

let early: TerminalPlayer | undefined;
let isAsked = false;

/** The moment that the address names (`#t=1m30s`). */
export function momentOf(hash: string): number | undefined {
  const text = new URLSearchParams(hash.slice(1)).get('t');
  return text === null ? undefined : parseMoment(text);
}

/** Once per page. An address that names no recording of a terminal opens nothing. */
export function openEarlyPlayer({ pathname, search, hash }: Location): void {
  const { clusterId, sid } = ADDRESS.exec(pathname)?.groups ?? {};
  const type = new URLSearchParams(search).get('recordingType');
  if (isAsked || clusterId === undefined || sid === undefined || (type !== 'ssh' && type !== 'k8s')) return;
  early = opened({ clusterId: decodePercent(clusterId), sid: decodePercent(sid) }, hash);
}

/** The player that was opened early, if it is that of this recording, else a new one. Whoever takes it disposes of it. */
export function takePlayer(place: RecordingPlace): TerminalPlayer {
  const waiting = early;
  early = undefined;
  isAsked = true;
  if (waiting?.place.clusterId === place.clusterId && waiting.place.sid === place.sid) return waiting;
  waiting?.dispose();
  return opened(place, location.hash);
}

function opened(place: RecordingPlace, hash: string): TerminalPlayer {
  const player = new TerminalPlayer(place, momentOf(hash));
  void player.start();
  return player;
}
