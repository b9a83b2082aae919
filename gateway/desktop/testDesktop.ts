import { TargetError } from '../terminal/target.ts';
import type { OpenLink } from './DesktopSession.ts';
import type { LinkListener } from './DesktopLink.ts';

const SIZE = { width: 1024, height: 768 };
const ignore = () => undefined;

/**
 * Signs in to a desktop and disconnects. Shows and records nothing. Rejects with a TargetError whose text is for users.
 */
export async function testDesktop(openLink: OpenLink, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  let close = ignore as () => void;
  try {
    await new Promise<void>((resolve, reject) => {
      const listener: LinkListener = {
        opened: () => resolve(),
        ended: (end) =>
          reject(new TargetError(end.kind === 'failed' ? end.text : 'The desktop closed the connection.')),
        ...{ resized: ignore, picture: ignore, clipboard: ignore, clipboardSkipped: ignore, roundTrip: ignore },
      };
      signal.addEventListener('abort', () => reject(new TargetError('The desktop did not answer in time.')));
      openLink({ size: SIZE, layout: undefined, hasOwnPointer: false }, listener, either).then((link) => {
        close = () => link.close();
        if (either.aborted) close();
      }, reject);
    });
  } finally {
    over.abort();
    close();
  }
}
