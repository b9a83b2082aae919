import { useMemo, useSyncExternalStore } from 'react';
import type { CommandRun } from '../run/CommandRun.ts';
import type { NodeState } from '../run/nodeState.ts';
import type { Output, OutputBuffer } from '../run/OutputBuffer.ts';

/**
 * The state of the command on each server. Rendered a few times per second, since hundreds of servers can end in one
 * second.
 */
export function useStates({ states }: Pick<CommandRun, 'states'>): ReadonlyMap<string, NodeState> {
  const subscribe = useMemo(() => paced(states.subscribe), [states]);
  return useSyncExternalStore(subscribe, states.get);
}

/** The output of a node so far. Rendered a few times per second at most. */
export function useOutput(buffer: OutputBuffer): Output {
  const subscribe = useMemo(() => paced(buffer.subscribe), [buffer]);
  return useSyncExternalStore(subscribe, buffer.get);
}

/** The interval for rendering frequent changes: enough to look live, and the page stays responsive. */
const REDRAW_MS = 150;

type Subscribe = (listener: () => void) => () => void;

/** Reports changes a few times per second at most. The last one is always reported. */
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
