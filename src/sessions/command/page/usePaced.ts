import { useMemo, useSyncExternalStore } from 'react';
import type { CommandRun } from '../run/CommandRun.ts';
import type { NodeState } from '../run/nodeState.ts';
import type { Output, OutputBuffer } from '../run/OutputBuffer.ts';

/** Where the command stands on each server. Drawn a few times a second: hundreds of servers end in one. */
export function useStates({ states }: Pick<CommandRun, 'states'>): ReadonlyMap<string, NodeState> {
  const subscribe = useMemo(() => paced(states.subscribe), [states]);
  return useSyncExternalStore(subscribe, states.get);
}

/** What a node has said so far. Drawn a few times a second however much comes. */
export function useOutput(buffer: OutputBuffer): Output {
  const subscribe = useMemo(() => paced(buffer.subscribe), [buffer]);
  return useSyncExternalStore(subscribe, buffer.get);
}

/** So often is drawn what changes often: enough to look alive, and the page stays free for the person. */
const REDRAW_MS = 150;

type Subscribe = (listener: () => void) => () => void;

/** Tells of changes a few times a second, however many there are. The last one is told. */
const paced =
  (subscribe: Subscribe): Subscribe =>
  (listener) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        listener();
      }, REDRAW_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  };
