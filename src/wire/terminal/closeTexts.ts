// The sentences with which a server ends or refuses a session. The server prints them as ordinary output and sends them
// nowhere else (streams §3.8, §3.9). The gateway writes them, and the console recognizes them.

/** For users who may not join, and if there is no shell. */
export const NO_SHELL = 'ssh: could not start shell';

/** The connection to the shell broke, so its exit status is unknown. */
export const CUT = 'wait: remote command exited without exit status or exit signal';

/** The start of the reason with which the gateway closes the sockets of a web session. */
export const SIGNED_OUT = 'You were signed out';

/** The whole reason if the web session expired. Its user may have signed in again and stays signed in. */
export const SIGN_IN_EXPIRED = 'The sign-in that this was opened with has expired.';

/** The gateway closes all sockets because it stops. It may restart soon. */
export const GATEWAY_STOPS = 'The gateway is stopping.';

export const exitStatusText = (status: number): string => `Process exited with status ${status}`;

/** The exit status in a line that consists only of this message. */
export function exitStatusIn(line: string): number | undefined {
  const [, status] = /^Process exited with status (\d{1,3})$/.exec(line) ?? [];
  return status === undefined ? undefined : Number(status);
}
