// What a moderated session says to everybody in it, between the output (streams §3.8).
import type { Demand, JoinPolicy } from '../../src/access/moderation.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import type { FileEvent } from '../../src/wire/terminal/fileTransfer.ts';
import type { SessionMember } from './sessionMember.ts';

const PREFIX = 'Postern > ';

/** One line. Texts of others are in it: what would steer a terminal is shown as U+FFFD. */
export const noticeLine = (text: string): Uint8Array =>
  // eslint-disable-next-line no-control-regex -- these are what must not get through
  utf8(`${PREFIX}${text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')}\r\n`);

export const NOTICES = {
  created: (sid: string): readonly string[] => [
    `Session ${sid} begins when everybody it needs is present.`,
    'Until then Ctrl-C ends it. Observers and moderators leave with Ctrl-C; moderators end it with t, in the console with “End for everyone”.',
  ],
  joined: (user: string, mode: SessionMember['mode']) => `${user} joined as ${mode}.`,
  left: (user: string, mode: SessionMember['mode']) => `${user} left (${mode}).`,
  waiting: (unmet: readonly Demand[]) => `Waiting for ${unmet.map(demandText).join(' and ')}.`,
  start: 'Everybody needed is present: the session starts.',
  resume: 'Everybody needed is present again: the session goes on.',
  pause: 'Paused: what is typed goes nowhere, and Ctrl-C ends the session.',
  end: 'Somebody who has to be present has left: the session ends.',
  unrecorded: (why: string) => `From here on the session is not recorded: ${why}.`,
  endedBy: (user: string) => `${user} ends the session.`,
  file: ({ event, requester, download, location, filename, approvers }: FileEvent, by: string): string => {
    const what = download ? `download of ${quoted(location)}` : `upload of ${quoted(filename)} to ${quoted(location)}`;
    switch (event) {
      case 'file_transfer_request_approve':
        return `The ${what} by ${requester} is approved (${approvers.join(', ')}).`;
      case 'file_transfer_request_deny':
        return `The ${what} by ${requester} was denied by ${by}.`;
      case 'file_transfer_request':
        return approvers.length === 0
          ? `${requester} asks for the ${what}.`
          : `The ${what} by ${requester} has the word of ${approvers.join(', ')} and needs more.`;
      default:
        return event satisfies never;
    }
  },
} as const;

const quoted = (path: string): string => JSON.stringify(path);

/** One of these is enough. */
const demandText = (demand: Demand): string => demand.map(policyText).join(' or ');

const policyText = ({ name, count, modes }: JoinPolicy): string =>
  `${count} ${modes.join('/') || 'participant'}${name === '' ? '' : ` (${name})`}`;
