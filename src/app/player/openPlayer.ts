// Players outside of React: one is created while the page loads, so that its recording already loads.
import type { RecordingPlace } from '../../api/recordingData.ts';
import { TerminalPlayer, type PlayerStart } from '../../sessions/playback/terminal/TerminalPlayer.ts';
import { momentOfAddress } from '../../wire/recording/moment.ts';
import type { Handover } from './PlayerFailure.tsx';

let early: TerminalPlayer | undefined;
let isAsked = false;

/** Once per page, for the recording in its address. */
export function openEarlyPlayer(place: RecordingPlace): void {
  if (!isAsked) early = opened(place, momentOfAddress(location.hash));
}

/** The player that was opened early, if it is for this recording, else a new one. The caller must dispose of it. */
export function takePlayer(place: RecordingPlace, { fromEndMs, query }: Handover): TerminalPlayer {
  const waiting = early;
  early = undefined;
  isAsked = true;
  if (waiting?.place.clusterId === place.clusterId && waiting.place.sid === place.sid) return waiting;
  waiting?.dispose();
  const player = opened(place, fromEndMs === undefined ? momentOfAddress(location.hash) : { fromEndMs });
  if (query) void player.search.find(query);
  return player;
}

function opened(place: RecordingPlace, start: PlayerStart): TerminalPlayer {
  const player = new TerminalPlayer(place, start);
  void player.start();
  return player;
}
