// Type letters of the envelope on terminal and command sockets (streams §2), by the side that sends them. A letter that is
// added here does not compile until its receiver handles it: `gateway/terminal/Participant.ts` for a client's,
// `TerminalConnection.ts` in `src/sessions/terminal/session` for a server's.

const FROM_BOTH = {
  /** Terminal bytes. */
  raw: 'r',
  /** Server: second-factor challenge; client: the answer (streams §3.4). */
  challenge: 'n',
  /** The session is over. */
  close: 'c',
  /** Server: latency, unasked in newer releases; client, where the server tells it (`FEATURE_LATENCY`): asks for it. */
  latency: 'l',
} as const;

const FROM_CLIENT = {
  /** The window has another size. */
  resize: 'w',
  /** Asks for a file transfer in a moderated session. */
  fileRequest: 'f',
  /** Approves or denies a file transfer. */
  fileDecision: 't',
  /** Where the server holds output (`HOLDS_OUTPUT`): whether it should now. */
  hold: 'p',
} as const;

const FROM_SERVER = {
  /** What session this is. */
  session: 's',
  /** An audit event of this session. */
  audit: 'a',
  /** A failure before the session began. */
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
