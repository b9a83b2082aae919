// Fields of the events of desktop sessions, as desktop services of the reference send them.

import type { MergedCount } from './UserRefusals.ts';

type OnDesktop = {
  sid: string;
  user: string;
  windows_user: string;
  windows_domain: string;
  windows_desktop_service: string;
  desktop_name: string;
  desktop_addr: string;
  desktop_labels: Readonly<Record<string, string>>;
};

/** `addr.remote` is the client, `addr.local` the desktop. */
type OverDesktopProtocol = { proto: 'tdp'; 'addr.local': string; 'addr.remote': string };

type Start = OnDesktop &
  OverDesktopProtocol & {
    /** The account on the desktop, as in events of other sessions. */
    login: string;
  };

type TransferredText = Pick<OnDesktop, 'sid' | 'user' | 'desktop_addr'> & OverDesktopProtocol & { length: number };

export type DesktopAuditEvents = {
  'windows.desktop.session.start':
    | (Start & { code: 'TDP00I'; success: true })
    | (Start & { code: 'TDP00W'; success: false; error: string } & MergedCount);
  /** Bytes of text to the desktop, and from it. */
  'desktop.clipboard.send': TransferredText;
  'desktop.clipboard.receive': TransferredText;
  /** This gateway shares no directories. */
  'desktop.directory.share': Omit<TransferredText, 'length'> &
    MergedCount & {
      code: 'TDP04W';
      success: false;
      directory_id: number;
      directory_name: string;
      error: string;
    };
  'windows.desktop.session.end': OnDesktop & {
    session_start: string;
    session_stop: string;
    /** Whether the session can be played. */
    recorded: boolean;
    participants: readonly string[];
    /** An extension: why the recording ends before the session, or why the session was interrupted. */
    recording_error?: string;
    interrupted?: string;
  };
};
