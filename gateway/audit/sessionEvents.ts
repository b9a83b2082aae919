// Fields of the events of terminal sessions, as nodes of the reference send them (streams §3.7, §4.2).

import type { RecordingType } from '../../src/wire/recordings.ts';
import type { InPod } from './kubernetesEvents.ts';
import type { MergedCount } from './UserRefusals.ts';

/** The login of all participants except the owner: the reference's principal for joining. */
export const JOIN_LOGIN = '-teleport-internal-join';
/** Indices of events about a session that are not part of its recording. */
export const DATA_INDEX = 2_147_483_646;
export const UPLOAD_INDEX = 2_147_483_647;

/** `off`: the session was not recorded. */
type RecordingMode = 'node' | 'off';

type OnServer = Partial<InPod> & {
  namespace: 'default';
  server_id: string;
  server_hostname: string;
  server_addr: string;
  server_labels: Readonly<Record<string, string>>;
};

type InSession = {
  sid: string;
  /** Position in the recording. */
  ei: number;
  user: string;
  /** OS login, or `JOIN_LOGIN`. */
  login: string;
};

type Addresses = { 'addr.local': string; 'addr.remote': string };

/** An administrator ended the sign-in. */
type SignedOut = { user: string; reason: string; updated_by: string };
type Refused = Addresses & { user: string; login: string; server_id: string; reason: string };

/** In a moderated session. `user` asks or decides. */
type OfFileRequest = {
  sid: string;
  user: string;
  requester: string;
  request_id: string;
  server_id: string;
  server_hostname: string;
  download: boolean;
  /** For a download the file, for an upload the destination. */
  location: string;
  /** Empty for downloads. */
  filename: string;
};

export type SessionAuditEvents = {
  'session.start': InSession &
    OnServer &
    Addresses & {
      proto: 'ssh' | 'kube';
      /** A single empty text for a shell. */
      initial_command: readonly string[];
      session_recording: RecordingMode;
      /** `80:25`, independent of the client's size: a `resize` follows. Absent without a terminal. */
      size?: string;
    };
  /** A command that ran without a terminal. The code shows whether it succeeded. */
  exec: InSession &
    Addresses &
    Pick<OnServer, 'namespace' | 'server_id' | 'server_hostname'> & {
      code: 'T3002I' | 'T3002E';
      command: string;
      /** A number as text. */
      exitCode: string;
      exitError?: string;
    };
  /** Recorded and sent to participants, but not part of the audit log. */
  resize: InSession & OnServer & { size: string };
  'session.join': InSession & OnServer & Addresses;
  'session.leave': InSession & OnServer;
  'session.file.request': OfFileRequest;
  /** `complete`: no further approval is needed. */
  'session.file.approve': OfFileRequest & { complete: boolean };
  'session.file.deny': OfFileRequest;
  'session.end': InSession &
    OnServer & {
      'addr.remote': string;
      proto: 'ssh' | 'kube';
      interactive: boolean;
      enhanced_recording: false;
      /** A user name for each participation. */
      participants: readonly string[];
      session_start: string;
      session_stop: string;
      session_recording: RecordingMode;
      /** An extension: why the recording ends before the session, or why the session was interrupted. */
      recording_error?: string;
      interrupted?: string;
    };
  /** Bytes from (`rx`) and to (`tx`) one participant. */
  'session.data': InSession & Addresses & Pick<OnServer, 'namespace' | 'server_id'> & { rx: number; tx: number };
  sftp: FileOpened | FileNotOpened | ModeSet | FolderMade;
  'session.upload': { sid: string; ei: typeof UPLOAD_INDEX; url: string; session_type?: RecordingType };
  'session.recording.access': { sid: string; user: string; session_type?: RecordingType };
  /** An extension: a mark or a note of a recording was changed. `note` is the start of the new one. */
  'session.recording.review': { sid: string; user: string; reviewed: boolean; note: string };
  /** An extension: the text of recordings was searched. */
  'session.recording.search': MergedCount & { user: string; text: string };
  /** The gateway disconnected a user. */
  'client.disconnect': Refused | SignedOut;
  /** A user has as many parallel sessions as the roles allow. */
  'session.rejected': Refused & MergedCount & { namespace: 'default'; proto: 'ssh' | 'kube'; max: number };
  /** A login that the roles do not grant. */
  auth: Addresses & MergedCount & { code: 'T3007W'; user: string; login: string; success: false; error: string };
};

/** Flags of an opened file. */
export const SFTP_READ = 1;
/** Write, create, truncate. */
export const SFTP_WRITE = 26;

type InFile = Addresses & {
  user: string;
  login: string;
  namespace: 'default';
  server_id: string;
  server_hostname: string;
  /** A transfer belongs to no session. */
  sid: '';
  working_directory: string;
  path: string;
};
type FileOpened = InFile & { code: 'TS001I'; action: 1; flags: typeof SFTP_READ | typeof SFTP_WRITE };
type FileNotOpened = Omit<FileOpened, 'code'> & MergedCount & { code: 'TS001E'; error: string };
type FolderMade = InFile & { code: 'TS012I'; action: 12 };
type ModeSet = InFile & {
  code: 'TS007I';
  action: 7;
  flags: 4;
  attributes: { file_size: null; gid: null; uid: null; permissions: number };
};
