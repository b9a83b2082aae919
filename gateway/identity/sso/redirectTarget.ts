import { MOMENT_HASH } from '../../../src/wire/constants.ts';

const HOME = '/web';
/** Longer ones than any page of ours needs are not kept for ten minutes. */
export const TARGET_MAX_CHARS = 2048;

/**
 * The page of ours that an address asks for: path, query and the moment of a recording alone, so that nobody is ever
 * sent to another site after signing in (http-auth §5.2). Whatever is no page of the console leads to its first one.
 */
export function harmlessTarget(address: string, publicUrl: string): string {
  if (address.length > TARGET_MAX_CHARS) return HOME;
  const asked = parse(address, publicUrl);
  if (!asked || !/^https?:$/.test(asked.protocol)) return HOME;
  const target = asked.pathname + asked.search;
  // Asked once more: a path that begins with two slashes would name a host.
  const sent = parse(target, publicUrl);
  const ours = sent?.origin === new URL(publicUrl).origin && /^\/web(\/|$)/.test(sent.pathname);
  return ours ? sent.pathname + sent.search + (MOMENT_HASH.test(asked.hash) ? asked.hash : '') : HOME;
}

function parse(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
