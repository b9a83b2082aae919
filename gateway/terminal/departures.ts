// Participants who leave a session, and the limits that make them leave: all sockets get every event, and each join and
// leave is written to disk.
import type { CloseReason } from './closeReason.ts';
import type { SessionMember } from './sessionMember.ts';

export type Departure = { member: SessionMember; closeReason: CloseReason; disconnected: string | undefined };

/** `disconnected`: the reason for the audit log, if it is the gateway that disconnects the participant. */
export const departWith =
  (closeReason: CloseReason, disconnected?: string) =>
  (member: SessionMember): Departure => ({ member, closeReason, disconnected });

const OF_USER_MAX = 10;
/** The end of a session removes all of them in one turn of the event loop. */
const MEMBERS_MAX = 50;

const SURPLUS: CloseReason = {
  kind: 'refused',
  text: `\nYou have joined this session in more than ${OF_USER_MAX} windows. The oldest is disconnected.\n`,
};
export const FULL: CloseReason = {
  kind: 'refused',
  text: `\nThis session has ${MEMBERS_MAX} participants, which is the most. Try again when one has left.\n`,
};

/**
 * False if the session is full. The oldest sockets of the same user give way to the new one, which is not refused: a
 * browser that lost its network rejoins while its earlier sockets still seem open.
 */
export function makeRoom(
  members: readonly SessionMember[],
  { info: { user } }: SessionMember['participant'],
  remove: (surplus: readonly Departure[]) => void,
): boolean {
  const userMembers = members.filter(({ participant }) => participant.info.user === user);
  const surplus = userMembers.slice(0, Math.max(0, userMembers.length + 1 - OF_USER_MAX));
  remove(surplus.map(departWith(SURPLUS)));
  return members.length - surplus.length < MEMBERS_MAX;
}
