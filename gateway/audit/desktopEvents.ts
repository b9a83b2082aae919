// Fields of the events of desktop sessions, as desktop services of the reference send them.

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

export type DesktopAuditEvents = {
  'windows.desktop.session.end': OnDesktop & {
    session_start: string;
    session_stop: string;
    /** Whether the session can be played. */
    recorded: boolean;
    participants: readonly string[];
    /** Ours: why the recording stops before the session does, or why the session was cut short. */
    recording_error?: string;
    interrupted?: string;
  };
};
