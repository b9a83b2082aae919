/** Named flows, each an ordered list of steps (specification §4, multi-step flow container). */
export type Flows<F extends string, S extends string> = Readonly<Record<F, readonly S[]>>;
export type FlowState<F extends string> = { flow: F; index: number; direction: 'forward' | 'backward' };
export type FlowMove<F extends string> =
  | { to: 'next' | 'previous' }
  /** Starts another flow at its first step. */
  | { to: 'flow'; flow: F; direction: 'forward' | 'backward' };

export const firstStep = <F extends string>(flow: F): FlowState<F> => ({ flow, index: 0, direction: 'forward' });

/** Past either end it stays where it is. */
export function move<F extends string, S extends string>(
  flows: Flows<F, S>,
  at: FlowState<F>,
  to: FlowMove<F>,
): FlowState<F> {
  switch (to.to) {
    case 'next':
      return at.index + 1 < flows[at.flow].length ? { ...at, index: at.index + 1, direction: 'forward' } : at;
    case 'previous':
      return at.index > 0 ? { ...at, index: at.index - 1, direction: 'backward' } : at;
    case 'flow':
      return { flow: to.flow, index: 0, direction: to.direction };
  }
}
