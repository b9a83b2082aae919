// The result of a run of FreeRDP, by its exit code (XF_EXIT_CODE of FreeRDP 2).

/** The user signed out, or the server or the user ended the session properly. */
const ORDERLY: readonly number[] = [0, 1, 2, 11, 12];
/** The connection broke. Some servers do that to refuse a password. */
const BROKEN: readonly number[] = [131, 147];

const WRONG_PASSWORD = 'The RDP server refused the sign-in. Check the user and the password in gateway.yaml.';
const NOT_REACHED = 'The connection to the RDP server failed. Check the address, the port and firewalls.';
const PASSWORD_EXPIRED = 'The password of the RDP user has expired. Change it and update gateway.yaml.';
const NOT_ALLOWED = 'The RDP user may not sign in remotely. Add the user to the group of remote desktop users there.';

const TEXTS: Readonly<Record<number, string>> = {
  3: 'The RDP server ended the session because it was idle.',
  4: 'The RDP server ended the session because the sign-in took too long.',
  5: 'Another connection has taken over the RDP session.',
  7: 'The RDP server denied the connection.',
  9: NOT_ALLOWED,
  // From stdbuf, which starts it.
  127: 'The gateway cannot start xfreerdp, which RDP needs. Install the package freerdp2-x11 on it.',
  132: WRONG_PASSWORD,
  134: WRONG_PASSWORD,
  135: 'The account of the RDP user is locked. Unlock it on the server.',
  139: NOT_REACHED,
  140: 'The name of the RDP server is not known. Check the address in gateway.yaml.',
  141: NOT_REACHED,
  143: 'The certificate of the RDP server has changed since the connection was checked. Connect again.',
  144: NOT_ALLOWED,
  148: PASSWORD_EXPIRED,
  149: PASSWORD_EXPIRED,
  150: 'The RDP server cannot reach its domain controller. Try again later.',
  151: 'The account of the RDP user is disabled. Enable it on the server.',
  152: PASSWORD_EXPIRED,
  153: 'The sign-in of the RDP user was revoked. Check the account on the server.',
  154: WRONG_PASSWORD,
  155: 'The RDP server denied access to the user.',
  156: "A restriction of the RDP user's account prevents the sign-in, such as an empty password or the time of day.",
  157: 'The account of the RDP user has expired. Renew it on the server.',
  158: NOT_ALLOWED,
  159: WRONG_PASSWORD,
};

/**
 * A text for the user. undefined after an orderly end. `code` is the exit code of the process, null after a signal.
 * `wasConnected`: the sign-in had succeeded.
 */
export function endText(code: unknown, wasConnected: boolean): string | undefined {
  if (typeof code !== 'number') return 'The RDP client ended unexpectedly. Connect again.';
  if (ORDERLY.includes(code)) return undefined;
  if (BROKEN.includes(code))
    return wasConnected
      ? 'The RDP server closed the connection. Connect again.'
      : 'The RDP server closed the connection during the sign-in. Check the user and the password in gateway.yaml.';
  return TEXTS[code] ?? `The RDP session failed (FreeRDP code ${code}). Connect again.`;
}
