import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import type { ParticipantInfo } from '../terminal/Participant.ts';

export type Desktop = {
  name: string;
  /** `host` or `host:port`, as in the document. */
  addr: string;
  /** The directory of the computer; '' for none. */
  domain: string;
  labels: Readonly<Record<string, string>>;
  /** The agent that serves it. */
  hostId: string;
  /** Its only size, if the document sets one. */
  fixedSize?: ScreenSize;
};

/** The fixed properties of a session. */
export type DesktopSubject = {
  id: string;
  login: string;
  desktop: Desktop;
  owner: ParticipantInfo;
  /** Whether it is recorded. `recordStrictly`: it must not continue without a recording. */
  recorded: boolean;
  recordStrictly: boolean;
};
