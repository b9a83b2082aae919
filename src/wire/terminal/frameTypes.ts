// Type letters of the envelope on terminal and command sockets (streams §2), by sender. A new letter does not compile
// until its receiver handles it: `gateway/terminal/Participant.ts` for letters of a client, `TerminalConnection.ts` in
// `src/sessions/terminal/session` for letters of a server.

const FROM_BOTH = {
  /** Terminal bytes. */
  raw: 'r',
  /** Server: second-factor challenge. Client: the answer (streams §3.4). */
  challenge: 'n',
  /** The session has ended. */
  close: 'c',
  /**
   * Server: latency, unrequested in newer releases. Client: requests it, if the server supports that
   * (`FEATURE_LATENCY`).
   */
  latency: 'l',
} as const;

const FROM_CLIENT = {
  /** The window has been resized. */
  resize: 'w',
  /** Requests a file transfer in a moderated session. */
  fileRequest: 'f',
  /** Approves or denies a file transfer. */
  fileDecision: 't',
  /** For servers that can hold output (`HOLDS_OUTPUT`): whether the server should hold it now. */
  hold: 'p',
} as const;

const FROM_SERVER = {
  /** The metadata of the session. */
  session: 's',
  /** An audit event of this session. */
  audit: 'a',
  /** A failure before the session started. */
  error: 'e',
} as const;

export const FRAME_TYPE = { ...FROM_BOTH, ...FROM_CLIENT, ...FROM_SERVER } as const;

type ValueOf<T> = T[keyof T];
type ClientFrameType = ValueOf<typeof FROM_BOTH> | ValueOf<typeof FROM_CLIENT>;
type ServerFrameType = ValueOf<typeof FROM_BOTH> | ValueOf<typeof FROM_SERVER>;

const CLIENT_TYPES: ReadonlySet<string> = new Set(Object.values({ ...FROM_BOTH, ...FROM_CLIENT }));
const SERVER_TYPES: ReadonlySet<string> = new Set(Object.values({ ...FROM_BOTH, ...FROM_SERVER }));

export const isClientFrameType = (type: string): type is ClientFrameType => CLIENT_TYPES.has(type);
export const isServerFrameType = (type: string): type is ServerFrameType => SERVER_TYPES.has(type);
