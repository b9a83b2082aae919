import { textAt } from '../../../lib/json.ts';
import type { Flow, FlowValues } from './flow.ts';

/** The progress of a run. */
export type FlowState = {
  /** Index of the present step, from 0. */
  step: number;
  values: FlowValues;
  /** Whether Next can be pressed, or why not. */
  ready: true | string;
  direction: 'forward' | 'backward';
  /** The user has done something in this page. Opening a link must not write anything. */
  hasActed: boolean;
};

export type FlowAction =
  { type: 'go'; step: number } | { type: 'set'; patch: FlowValues } | { type: 'ready'; ready: true | string };

export function flowReducer(state: FlowState, action: FlowAction): FlowState {
  switch (action.type) {
    case 'go':
      if (action.step === state.step) return state;
      return {
        ...state,
        step: action.step,
        ready: true,
        direction: action.step > state.step ? 'forward' : 'backward',
        hasActed: true,
      };
    case 'set':
      return { ...state, values: { ...state.values, ...action.patch } };
    case 'ready':
      return action.ready === state.ready ? state : { ...state, ready: action.ready };
    default:
      return action satisfies never;
  }
}

/** A run as stored: without secrets and values that exist only in memory. */
export type KeptRun = { step: number; values: FlowValues };

/** The name of what a stored run enrolls: "web-1". Empty if it has no name yet. */
export const runName = ({ values }: KeptRun): string =>
  textAt(values, 'node', 'hostname') ||
  textAt(values, 'service', 'hostname') ||
  textAt(values, 'registered', 'name') ||
  textAt(values, 'name');

/** A flow that is created again for changed rights has different objects with the same initial values. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Undefined for a run without changes, or one that is finished. */
export function keptRun(flow: Flow, { step, values }: Pick<FlowState, 'step' | 'values'>): KeptRun | undefined {
  const isUntouched = step === 0 && flow.keeps.every((key) => isSame(values[key], flow.initial[key]));
  if (isUntouched || step >= flow.steps.length - 1) return undefined;
  const kept = flow.keeps.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]] as const]));
  return { step, values: Object.fromEntries(kept) };
}

/** Starts a flow, or continues `run`. */
export const beginFlow = (flow: Flow, run: KeptRun | undefined, hasActed = false): FlowState => ({
  step: run === undefined ? 0 : Math.min(run.step, flow.steps.length - 2),
  values: { ...flow.initial, ...run?.values },
  ready: true,
  direction: 'forward',
  hasActed,
});

/** One entry of the step bar: a step, or a group of steps under one title. */
export type BarEntry = { title: string; state: 'done' | 'current' | 'later'; inner?: string };

/** The bar does not show the last step, which shows that the flow is finished. */
export function barEntries({ steps }: Pick<Flow, 'steps'>, current: number): BarEntry[] {
  const entries: (BarEntry & { last: number })[] = [];
  steps.slice(0, -1).forEach(({ title, parent }, i) => {
    const name = parent ?? title;
    const before = entries.at(-1);
    if (before?.title === name) before.last = i;
    else entries.push({ title: name, state: 'later', last: i });
    const entry = entries.at(-1);
    if (entry && i === current && parent !== undefined) entry.inner = title;
  });
  let isPast = true;
  return entries.map(({ last, ...entry }) => {
    const state = last < current ? 'done' : isPast ? 'current' : 'later';
    isPast = last < current;
    return { ...entry, state };
  });
}
