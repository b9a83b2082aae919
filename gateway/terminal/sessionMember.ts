import type { Attending } from '../../src/access/moderation.ts';
import type { Dispose } from '../../src/lib/disposables.ts';
import { PARTICIPANT_MODES, type ParticipantMode } from '../../src/wire/terminal/participantMode.ts';
import type { Participant, ParticipantInfo } from './Participant.ts';

/** Somebody who takes part in a session, through one socket. */
export type SessionMember = {
  participant: Participant;
  /** 'spectator': an unknown mode, which sees everything and can do nothing (streams §3.1). */
  mode: ParticipantMode | 'spectator';
  /** The socket that the session was opened with, not one that joined. */
  isOpener: boolean;
  lastActiveMs: number;
  stopWatching: Dispose;
};

/** Why somebody may not take part any more; undefined while they may. */
export type SessionRefusal = (info: ParticipantInfo, mode: SessionMember['mode']) => string | undefined;

/** Somebody as policies of moderation see them. */
export const toAttending = ({ participant: { info }, mode }: SessionMember): Attending => ({
  user: info.user,
  roles: info.roles,
  mode,
});

export const toMode = (text: string): SessionMember['mode'] =>
  PARTICIPANT_MODES.find((known) => known === text) ?? 'spectator';

/** Keys that mean something to those who may not type (streams §3.5). */
const CTRL_C = 0x03;
const TERMINATE = 0x74; // t

export type Keys = 'type' | 'leave' | 'terminate' | 'ignore';

/** What input of a participant means. */
export function judgeKeys(mode: SessionMember['mode'], bytes: Uint8Array): Keys {
  if (mode === 'peer') return 'type';
  if (mode === 'spectator') return 'ignore';
  for (const byte of bytes) {
    if (byte === CTRL_C) return 'leave';
    if (byte === TERMINATE && mode === 'moderator') return 'terminate';
  }
  return 'ignore';
}

/** What input means while a moderated session may not go on: nothing, or its end (streams §3.8). */
export function judgeHeldKeys(mode: SessionMember['mode'], bytes: Uint8Array): Keys {
  if (mode === 'peer') return bytes.includes(CTRL_C) ? 'terminate' : 'ignore';
  return judgeKeys(mode, bytes);
}
