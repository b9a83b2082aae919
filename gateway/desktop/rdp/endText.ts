// How a run of FreeRDP ended, by its exit code (XF_EXIT_CODE of FreeRDP 2).

/** The user signed out, or the server or the user ended the session properly. */
const ORDERLY: readonly number[] = [0, 1, 2, 11, 12];

const WRONG_PASSWORD = 'The RDP server refused the sign-in. Check the user and the password in gateway.yaml.';
const NOT_REACHED = 'The connection to the RDP server failed. Check the address, the port and firewalls.';
const PASSWORD_EXPIRED = 'The password of the RDP user has expired. Change it and update gateway.yaml.';

const TEXTS: Readonly<Record<number, string>> = {
  3: 'The RDP server ended the session because it was idle.',
  4: 'The RDP server ended the session because the sign-in took too long.',
  5: 'Another connection has taken over the RDP session.',
  7: 'The RDP server denied the connection.',
  9: 'The RDP user may not sign in remotely. Add the user to the group of remote desktop users there.',
  131: NOT_REACHED,
  132: WRONG_PASSWORD,
  134: WRONG_PASSWORD,
  135: 'The account of the RDP user is locked. Unlock it on the server.',
  139: NOT_REACHED,
  140: 'The name of the RDP server is not known. Check the address in gateway.yaml.',
  141: NOT_REACHED,
  143: 'The certificate of the RDP server has changed since the connection was checked. Connect again.',
  144: 'The RDP user may not sign in remotely. Add the user to the group of remote desktop users there.',
  147: NOT_REACHED,
  148: 'The RDP server closed the connection.',
  149: PASSWORD_EXPIRED,
  150: PASSWORD_EXPIRED,
  152: 'The account of the RDP user is disabled. Enable it on the server.',
  153: PASSWORD_EXPIRED,
  155: WRONG_PASSWORD,
  156: 'The RDP server denied access to the user.',
  157: "A restriction of the RDP user's account prevents the sign-in, such as an empty password or the time of day.",
  158: 'The account of the RDP user has expired. Renew it on the server.',
  159: 'The RDP user may not sign in remotely. Add the user to the group of remote desktop users there.',
};

/** A text for the user; undefined after an orderly end. `code` is that of the process, null after a signal. */
export function endText(code: unknown): string | undefined {
  if (typeof code !== 'number') return 'The RDP client ended unexpectedly. Connect again.';
  if (ORDERLY.includes(code)) return undefined;
  return TEXTS[code] ?? `The RDP session failed (FreeRDP code ${code}). Connect again.`;
}
