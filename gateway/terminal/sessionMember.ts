import type { Attending } from '../../src/access/moderation.ts';
import type { Dispose } from '../../src/lib/disposables.ts';
import { PARTICIPANT_MODES, type ParticipantMode } from '../../src/wire/terminal/participantMode.ts';
import type { Participant, ParticipantInfo } from './Participant.ts';

/** A user who takes part in a session through one socket. */
export type SessionMember = {
  participant: Participant;
  /** 'spectator': an unknown mode, which sees everything and can do nothing (streams §3.1). */
  mode: ParticipantMode | 'spectator';
  /** This socket opened the session. */
  isOpener: boolean;
  lastActiveMs: number;
  stopWatching: Dispose;
};

/** Why a user may no longer take part. undefined while they may. */
export type SessionRefusal = (info: ParticipantInfo, mode: SessionMember['mode']) => string | undefined;

/** A member in the form that moderation policies use. */
export const toAttending = ({ participant: { info }, mode }: SessionMember): Attending => ({
  user: info.user,
  roles: info.roles,
  mode,
});

export const toMode = (text: string): SessionMember['mode'] =>
  PARTICIPANT_MODES.find((mode) => mode === text) ?? 'spectator';

/** Keys that have an effect for participants who may not type (streams §3.5). */
const CTRL_C = 0x03;
const TERMINATE = 0x74; // t

export type Keys = 'type' | 'leave' | 'terminate' | 'ignore';

/** The effect of a participant's input. While a moderated session is held: nothing, or its end (streams §3.8). */
export function judgeKeys(mode: SessionMember['mode'], bytes: Uint8Array, isHeld: boolean): Keys {
  if (mode === 'peer' && isHeld) return bytes.includes(CTRL_C) ? 'terminate' : 'ignore';
  if (mode === 'peer') return 'type';
  if (mode === 'spectator') return 'ignore';
  for (const byte of bytes) {
    if (byte === CTRL_C) return 'leave';
    if (byte === TERMINATE && mode === 'moderator') return 'terminate';
  }
  return 'ignore';
}
