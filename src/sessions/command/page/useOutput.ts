import { useCallback, useSyncExternalStore } from 'react';
import type { Output, OutputBuffer } from '../run/OutputBuffer.ts';

/** A flood is drawn so often: enough to look alive, and the page stays free for the person. */
const REDRAW_MS = 200;

/** What a node has said so far. Drawn a few times a second however much comes. */
export function useOutput(buffer: OutputBuffer): Output {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const off = buffer.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener();
        }, REDRAW_MS);
      });
      return () => {
        off();
        clearTimeout(timer);
      };
    },
    [buffer],
  );
  return useSyncExternalStore(subscribe, buffer.get);
}
