import { MOMENT_HASH } from '../../../src/wire/constants.ts';

const HOME = '/web';
/** Longer than any page of the console needs: such addresses are not stored for ten minutes. */
export const TARGET_MAX_CHARS = 2048;

/**
 * The console page of an address: only path, query and the time in a recording, so that a sign-in never redirects to
 * another site (http-auth §5.2). Any other address becomes the first page of the console.
 */
export function harmlessTarget(address: string, publicUrl: string): string {
  if (address.length > TARGET_MAX_CHARS) return HOME;
  const url = parse(address, publicUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return HOME;
  const target = url.pathname + url.search;
  // Parsed again: a path that begins with two slashes would name a host.
  const sent = parse(target, publicUrl);
  const ours = sent?.origin === new URL(publicUrl).origin && /^\/web(\/|$)/.test(sent.pathname);
  return ours ? sent.pathname + sent.search + (MOMENT_HASH.test(url.hash) ? url.hash : '') : HOME;
}

function parse(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
