import type { ParticipantMode } from '../wire/terminal/connectParams.ts';

/** What each way of taking part in a session is called, and what it lets one do (streams §3.5). */
export const JOIN_WORDS: Readonly<
  Record<ParticipantMode, { label: string; icon: 'eye' | 'shield' | 'terminal'; text: string }>
> = {
  observer: { label: 'Observer', icon: 'eye', text: 'Watches. Cannot type or end it' },
  moderator: { label: 'Moderator', icon: 'shield', text: 'Watches, may end it, approves file transfers' },
  peer: { label: 'Peer', icon: 'terminal', text: 'Watches and types along' },
};
