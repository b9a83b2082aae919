import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import type { ParticipantInfo } from '../terminal/Participant.ts';

export type Desktop = {
  name: string;
  /** `host` or `host:port`, as the document has it. */
  addr: string;
  /** Directory that it belongs to; '' for none. */
  domain: string;
  labels: Readonly<Record<string, string>>;
  /** Of the agent that serves it. */
  hostId: string;
  /** The only size that it has, where the document names one. */
  fixedSize?: ScreenSize;
};

/** What a session is of, from its beginning to its end. */
export type DesktopSubject = {
  id: string;
  login: string;
  desktop: Desktop;
  owner: ParticipantInfo;
  /** Whether it is to be recorded, and must not go on without. */
  recorded: boolean;
  recordStrictly: boolean;
};
