// Inside without the way in: an account is made over the wire, and a browser gets what it would have kept of that.
import type { Account } from './account.ts';
import type { SignedIn } from './browser.ts';
import type { Gateway } from './gateway.ts';
import { DEFAULT_PASSWORD, WebClient } from './webClient.ts';

/** What a browser keeps of this sign-in: give it to a visit. The console takes its bearer token from the page. */
export const signedInAs = ({ base, cookie }: WebClient): SignedIn => ({
  cookies: cookie.split('; ').map((pair) => {
    const end = pair.indexOf('=');
    const [name, value] = [pair.slice(0, end), pair.slice(end + 1)];
    const { hostname: domain } = new URL(base);
    return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: true, sameSite: 'None' };
  }),
  origins: [],
});

/** Makes the first account of a gateway, `admin`, and signs it in. The gateway must not demand a second factor. */
export async function firstAccount(
  gateway: Pick<Gateway, 'base' | 'invite'>,
): Promise<{ account: Account; admin: WebClient; signedIn: SignedIn }> {
  const account = { user: 'admin', password: DEFAULT_PASSWORD };
  const admin = await WebClient.ofFirstInvite(gateway, account.user);
  return { account, admin, signedIn: signedInAs(admin) };
}
