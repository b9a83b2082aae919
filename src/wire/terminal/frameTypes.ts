/** Type letters of the envelope on terminal and command sockets (streams §2). */
export const FRAME_TYPE = {
  /** Terminal bytes, both ways. */
  raw: 'r',
  /** Client: the window has another size. */
  resize: 'w',
  /** Client: asks for a file transfer in a moderated session. */
  fileRequest: 'f',
  /** Client: approves or denies a file transfer. */
  fileDecision: 't',
  /** Client, where the server holds output (`HOLDS_OUTPUT`): whether it should now. */
  hold: 'p',
  /** Server: what session this is. */
  session: 's',
  /** Server: an audit event of this session. */
  audit: 'a',
  /** Server: second-factor challenge; the answer may carry it too (streams §3.4). */
  challenge: 'n',
  /** Both: the session is over. */
  close: 'c',
  /** Server: a failure before the session began. */
  error: 'e',
  /** Server: latency, unasked in newer releases; client, where the server tells it (`FEATURE_LATENCY`): asks for it. */
  latency: 'l',
} as const;
