/** How a participant takes part in a session (streams §3.1). */
export const PARTICIPANT_MODES = ['observer', 'moderator', 'peer'] as const;
export type ParticipantMode = (typeof PARTICIPANT_MODES)[number];
