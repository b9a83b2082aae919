// Players outside of React: one is created while the page loads, so that its recording already loads.
import type { RecordingAddress } from '../../api/recordingData.ts';
import { TerminalPlayer, type PlayerStart } from '../../sessions/playback/terminal/TerminalPlayer.ts';
import { momentOfAddress } from '../../wire/recording/moment.ts';
import type { Handover } from './PlayerFailure.tsx';

let early: TerminalPlayer | undefined;
let isAsked = false;

/** Once per page, for the recording in its address. */
export function openEarlyPlayer(address: RecordingAddress): void {
  if (!isAsked) early = opened(address, momentOfAddress(location.hash));
}

/** The player that was opened early, if it is for this recording, else a new one. The caller must dispose of it. */
export function takePlayer(address: RecordingAddress, { fromEndMs, query }: Handover): TerminalPlayer {
  const waiting = early;
  early = undefined;
  isAsked = true;
  if (waiting?.address.clusterId === address.clusterId && waiting.address.sid === address.sid) return waiting;
  waiting?.dispose();
  const player = opened(address, fromEndMs === undefined ? momentOfAddress(location.hash) : { fromEndMs });
  if (query) void player.search.find(query);
  return player;
}

function opened(address: RecordingAddress, start: PlayerStart): TerminalPlayer {
  const player = new TerminalPlayer(address, start);
  void player.start();
  return player;
}
