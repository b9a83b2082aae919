// Signs in without the login page: creates an account over the wire and gives a browser the resulting cookies.
import type { Account } from './account.ts';
import type { SignedIn } from './browser.ts';
import type { Gateway } from './gateway.ts';
import { DEFAULT_PASSWORD, WebClient } from './webClient.ts';

/** The browser state of this sign-in, for a visit. The console reads its bearer token from the page. */
export const signedInAs = ({ base, cookie }: WebClient): SignedIn => ({
  cookies: cookie.split('; ').map((pair) => {
    const end = pair.indexOf('=');
    const [name, value] = [pair.slice(0, end), pair.slice(end + 1)];
    const { hostname: domain } = new URL(base);
    return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: true, sameSite: 'None' };
  }),
  origins: [],
});

/** Creates the first account of a gateway, `admin`, and signs it in. The gateway must not require a second factor. */
export async function firstAccount(
  gateway: Pick<Gateway, 'base' | 'invite'>,
): Promise<{ account: Account; admin: WebClient; signedIn: SignedIn }> {
  const account = { user: 'admin', password: DEFAULT_PASSWORD };
  const admin = await WebClient.ofFirstInvite(gateway, account.user);
  return { account, admin, signedIn: signedInAs(admin) };
}
