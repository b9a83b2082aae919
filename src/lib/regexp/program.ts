import type { CharClass } from './charClass.ts';
import type { Assertion, Node } from './parse.ts';
import { PatternError } from './reader.ts';

/** One step of the machine. `split` tries `first` before `second`. */
type Step =
  | { op: 'char'; set: CharClass; fold: boolean }
  | { op: 'assert'; assertion: Assertion }
  | { op: 'save'; slot: number }
  | { op: 'jump'; to: number }
  | { op: 'split'; first: number; second: number }
  | { op: 'match' };

export type Program = { steps: readonly Step[]; groups: readonly string[] };

/** Repetitions are expanded, so the limit applies to the expanded steps. */
const MAX_STEPS = 5000;

export function toProgram(node: Node): Program {
  const steps: Step[] = [];
  const groups = [''];
  const push = (step: Step): number => {
    if (steps.length >= MAX_STEPS) throw new PatternError('the pattern is too large');
    return steps.push(step) - 1;
  };
  emit(node, push, steps, groups);
  push({ op: 'match' });
  return { steps, groups };
}

function emit(node: Node, push: (step: Step) => number, steps: Step[], groups: string[]): void {
  const inner = (child: Node) => emit(child, push, steps, groups);
  /** `body`, or nothing: a choice before it can skip it. */
  const optional = (lazy: boolean, body: () => void) => {
    const at = push({ op: 'match' });
    body();
    const after = steps.length;
    steps[at] = { op: 'split', first: lazy ? after : at + 1, second: lazy ? at + 1 : after };
  };
  switch (node.kind) {
    case 'char':
      push({ op: 'char', set: node.set, fold: node.fold });
      break;
    case 'assert':
      push({ op: 'assert', assertion: node.assertion });
      break;
    case 'group':
      groups[node.index] = node.name;
      push({ op: 'save', slot: 2 * node.index });
      inner(node.of);
      push({ op: 'save', slot: 2 * node.index + 1 });
      break;
    case 'sequence':
      node.of.forEach(inner);
      break;
    case 'choice': {
      const ends: number[] = [];
      node.of.forEach((child, i) => {
        if (i === node.of.length - 1) return inner(child);
        optional(false, () => {
          inner(child);
          ends.push(push({ op: 'match' }));
        });
      });
      for (const end of ends) steps[end] = { op: 'jump', to: steps.length };
      break;
    }
    case 'repeat': {
      for (let i = 0; i < node.min; i++) inner(node.of);
      if (node.max === Infinity) {
        const start = steps.length;
        optional(node.lazy, () => {
          inner(node.of);
          push({ op: 'jump', to: start });
        });
      } else nest(node.max - node.min);
      break;
    }
    default:
      node satisfies never;
  }
  /** `x{0,3}` is `(x(x(x)?)?)?`. */
  function nest(times: number): void {
    if (times === 0 || node.kind !== 'repeat') return;
    optional(node.lazy, () => {
      inner(node.of);
      nest(times - 1);
    });
  }
}
