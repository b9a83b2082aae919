const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether secrets may be sent to this host without encryption: only if they stay on this machine. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** The URL if secrets may be sent there: over TLS, or unencrypted on this machine. */
export function trustedUrl(text: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? url : undefined;
}
