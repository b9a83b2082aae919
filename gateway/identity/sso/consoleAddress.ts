import { isLoopback } from './trustedUrl.ts';

/** Where a command line waits for the outcome: a plain server on its own machine, and nowhere else (http-auth §5.3). */
export function consoleAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' && isLoopback(url) && url.username === '' ? url : undefined;
}
