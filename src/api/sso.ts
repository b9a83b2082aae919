import type { AuthProviderJson } from '../wire/config.ts';

/**
 * Where the sign-in at a provider begins, and leads back to `entry`, an absolute address of ours (http-auth §2.2,
 * §5.1). Everything is escaped: the server turns a bare `+` into a blank.
 */
export const ssoAddress = ({ url, name }: AuthProviderJson, entry: string): string =>
  url.replace(':providerName', () => encodeURIComponent(name)).replace(':redirect', () => encodeURIComponent(entry));
