import { PARTICIPANT_MODES, type ParticipantMode } from '../../../wire/terminal/participantMode.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { Target } from './target.ts';

/** A participant mode. `spectator`: an unknown mode, which sees everything and can do nothing (streams §3.1). */
export type SessionMode = ParticipantMode | 'spectator';

/** Undefined: not known yet. Without a requested mode, owners type and all other users watch (streams §3.1). */
export function participantModeOf(
  target: Target,
  metadata: Pick<SessionMetadata, 'owner'> | undefined,
  self: string | undefined,
): SessionMode | undefined {
  if (target.kind === 'new') return 'peer';
  const { mode } = target;
  if (mode !== undefined) return PARTICIPANT_MODES.find((candidate) => candidate === mode) ?? 'spectator';
  if (!metadata?.owner || self === undefined) return undefined;
  return metadata.owner === self ? 'peer' : 'observer';
}

/** Also if the mode is unknown: the server checks keys anyway. */
export const mayType = (participantMode: SessionMode | undefined): boolean =>
  participantMode === undefined || participantMode === 'peer';

/** The byte that ends the session for everyone when a moderator sends it (streams §3.5). */
export const TERMINATE_KEY = 't';
/** Replaces the keys of an observer: the server discards it (streams §3.5), and its idle time restarts. */
export const ACTIVITY_KEY = '\0';
const CTRL_C = '\x03';

/**
 * What happens to a key press. Ctrl+C of an observer leaves the session. Their other keys are not sent, and
 * `ACTIVITY_KEY` takes their place: a server reads a moderator's letter as the end of the session (streams §3.5).
 */
type InputPolicy = 'send' | 'leave' | 'hold';

export function inputPolicy(participantMode: SessionMode | undefined, input: string | Uint8Array): InputPolicy {
  if (mayType(participantMode)) return 'send';
  return input === CTRL_C ? 'leave' : 'hold';
}
