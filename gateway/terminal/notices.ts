// The notices of a moderated session, which all participants see between the output (streams §3.8).
import type { Demand, JoinPolicy } from '../../src/access/moderation.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import type { FileEvent } from '../../src/wire/terminal/fileTransfer.ts';
import { plainLine } from './closeReason.ts';
import type { SessionMember } from './sessionMember.ts';

const PREFIX = 'Postern > ';

/** One line. */
export const noticeLine = (text: string): Uint8Array => utf8(`${PREFIX}${plainLine(text)}\r\n`);

export const NOTICES = {
  created: (sid: string): readonly string[] => [
    `Session ${sid} starts when all required participants are present.`,
    'Until then Ctrl-C ends it. Observers and moderators leave with Ctrl-C. Moderators end it with t, or with “End for everyone” in the console.',
  ],
  joined: (user: string, mode: SessionMember['mode']) => `${user} joined as ${mode}.`,
  left: (user: string, mode: SessionMember['mode']) => `${user} left (${mode}).`,
  waiting: (unmet: readonly Demand[]) => `Waiting for ${unmet.map(demandText).join(' and ')}.`,
  start: 'All required participants are present. The session starts.',
  resume: 'All required participants are present again. The session continues.',
  pause: 'Paused: input is not sent, and Ctrl-C ends the session.',
  end: 'A required participant has left. The session ends.',
  unrecorded: (why: string) => `From now on the session is not recorded: ${why}.`,
  endedBy: (user: string) => `${user} ends the session.`,
  file: ({ event, requester, download, location, filename, approvers }: FileEvent, by: string): string => {
    const task = download ? `download of ${quoted(location)}` : `upload of ${quoted(filename)} to ${quoted(location)}`;
    switch (event) {
      case 'file_transfer_request_approve':
        return `The ${task} by ${requester} is approved (${approvers.join(', ')}).`;
      case 'file_transfer_request_deny':
        return `The ${task} by ${requester} was denied by ${by}.`;
      case 'file_transfer_request':
        return approvers.length === 0
          ? `${requester} requests the ${task}.`
          : `The ${task} by ${requester} is approved by ${approvers.join(', ')} and needs more approvals.`;
      default:
        return event satisfies never;
    }
  },
} as const;

const quoted = (path: string): string => JSON.stringify(path);

/** Any one of these policies is enough. */
const demandText = (demand: Demand): string => demand.map(policyText).join(' or ');

const policyText = ({ name, count, modes }: JoinPolicy): string =>
  `${count} ${modes.join('/') || 'participant'}${name === '' ? '' : ` (${name})`}`;
