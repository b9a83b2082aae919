import type { Recording } from '../api/recordings.ts';
import type { Blocked } from './actionModel.ts';

const NOT_PLAYABLE: Readonly<Record<Exclude<Recording['state'], 'ready'>, Blocked>> = {
  notInteractive: { mark: 'Not interactive', why: 'Commands ran without a terminal, so there is nothing to play' },
  notRecorded: { mark: 'Not recorded', why: 'Recording was off for this session' },
};

/** The words for a recording's state; `play` is what one may search for. */
export const stateWord = ({ state }: Recording): string =>
  state === 'ready' ? 'play' : NOT_PLAYABLE[state].mark.toLowerCase();

/** Why a recording cannot be played. */
export const notPlayable = ({ state }: Recording): string | Blocked =>
  state === 'ready' ? 'This console has no player yet; the recording is kept' : NOT_PLAYABLE[state];
