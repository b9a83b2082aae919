import { useMemo, useSyncExternalStore } from 'react';
import type { Output, OutputBuffer } from '../run/OutputBuffer.ts';
import { paced } from './paced.ts';

/** What a node has said so far. Drawn a few times a second however much comes. */
export function useOutput(buffer: OutputBuffer): Output {
  const subscribe = useMemo(() => paced(buffer.subscribe), [buffer]);
  return useSyncExternalStore(subscribe, buffer.get);
}
