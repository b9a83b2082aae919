import { type ParticipantInfo, JOIN_LABELS } from '../../../api/activeSessions.ts';
import type { SessionMode } from '../session/inputPolicy.ts';

export type ModeFacts = {
  participantMode: SessionMode | undefined;
  /** The user owns the session. */
  isOwn: boolean;
  owner: string;
  moderated: boolean;
  /** The participants. Empty while they are unknown. */
  parties: readonly ParticipantInfo[];
};

type ModeMessage = { icon: 'eye' | 'shield' | 'terminal'; title: string; text: string };

const NOWHERE = 'Your input is not sent';

/**
 * The message about the current mode. Undefined in the user's own session that needs no other participant. The head of
 * the pane shows whether a moderated session is paused.
 */
export function modeMessage({ participantMode, isOwn, owner, moderated, parties }: ModeFacts): ModeMessage | undefined {
  switch (participantMode) {
    case undefined:
      return undefined;
    case 'observer':
      return { icon: JOIN_LABELS.observer.icon, title: 'You observe.', text: NOWHERE };
    case 'moderator':
      return { icon: JOIN_LABELS.moderator.icon, title: 'You moderate.', text: NOWHERE };
    case 'spectator':
      return { icon: 'eye', title: 'You watch.', text: `The address has an unknown join mode. ${NOWHERE}` };
    case 'peer':
      if (moderated && isOwn) return { icon: 'shield', title: 'This session is moderated.', text: ofOwner(parties) };
      if (isOwn || owner === '') return undefined;
      return { icon: JOIN_LABELS.peer.icon, title: 'You can type.', text: `${owner} started this session` };
  }
}

const ofOwner = (parties: readonly ParticipantInfo[]): string =>
  new Set(parties.map(({ user }) => user)).size === 1
    ? 'No other participant is here. Share the session with the people your roles require'
    : 'The session runs only while the people your roles require are present';

/** Shown after discarded key presses. */
export const UNSENT_MESSAGE = 'Your input was not sent because you only watch. Ctrl+C leaves the session';

const PARTS: ReadonlyMap<string, string> = new Map([
  ['peer', 'types'],
  ['moderator', 'moderates'],
]);

/** The facts about a participant. */
export const partLabel = (
  { user, mode }: ParticipantInfo,
  { owner, self }: { owner: string; self?: string | undefined },
): string =>
  [user === self && 'you', user === owner && 'owner', mode && (PARTS.get(mode) ?? 'watches')]
    .filter(Boolean)
    .join(', ');
