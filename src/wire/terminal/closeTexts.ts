// The sentences with which a server ends a session or refuses one. It prints them as ordinary output and sends them
// nowhere else (streams §3.8, §3.9): the gateway writes them, and the console recognizes them.

/** For a person who may not join, and where there is no shell. */
export const NO_SHELL = 'ssh: could not start shell';

/** The connection to the shell broke: how it ended is unknown. */
export const CUT = 'wait: remote command exited without exit status or exit signal';

/** The beginning of the reason with which the gateway closes the sockets of a sign-in. */
export const SIGNED_OUT = 'You were signed out';

/** The whole reason where the time of a sign-in is over: its user may have signed in again, and stay signed in. */
export const SIGN_IN_EXPIRED = 'The sign-in that this was opened with has expired.';

/** The gateway closes all sockets. It may be back soon. */
export const GATEWAY_STOPS = 'The gateway is stopping.';

export const exitStatusText = (status: number): string => `Process exited with status ${status}`;

/** The status in a line that says nothing else. */
export function exitStatusIn(line: string): number | undefined {
  const [, status] = /^Process exited with status (\d{1,3})$/.exec(line) ?? [];
  return status === undefined ? undefined : Number(status);
}
