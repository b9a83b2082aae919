import { PARTICIPANT_MODES, type ParticipantMode } from '../../../wire/terminal/participantMode.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { Target } from './target.ts';

/**
 * In what way one takes part. `spectator`: a mode that no release knows, which sees everything and can do nothing
 * (streams §3.1).
 */
export type SessionMode = ParticipantMode | 'spectator';

/** undefined: not known yet. Where no mode was asked for, owners type and everybody else watches (streams §3.1). */
export function participantModeOf(
  target: Target,
  metadata: Pick<SessionMetadata, 'owner'> | undefined,
  self: string | undefined,
): SessionMode | undefined {
  if (target.kind === 'new') return 'peer';
  const { mode } = target;
  if (mode !== undefined) return PARTICIPANT_MODES.find((known) => known === mode) ?? 'spectator';
  if (!metadata?.owner || self === undefined) return undefined;
  return metadata.owner === self ? 'peer' : 'observer';
}

/** Also of somebody whose place is not known: the server judges keys anyway. */
export const mayType = (participantMode: SessionMode | undefined): boolean =>
  participantMode === undefined || participantMode === 'peer';

/** The byte that ends the session for everyone when a moderator sends it (streams §3.5). */
export const TERMINATE_KEY = 't';
/** For keys of one who watches: the server discards it (streams §3.5), and its idle time begins anew. */
export const ACTIVITY_KEY = '\0';
const CTRL_C = '\x03';

/**
 * What becomes of keys. One who watches and asks to leave is understood; all else stays here, and `ACTIVITY_KEY` takes
 * its place: a server reads a letter of a moderator as the end of the session (streams §3.5).
 */
type InputPolicy = 'send' | 'leave' | 'hold';

export function inputPolicy(participantMode: SessionMode | undefined, input: string | Uint8Array): InputPolicy {
  if (mayType(participantMode)) return 'send';
  return input === CTRL_C ? 'leave' : 'hold';
}
