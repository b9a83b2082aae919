import { classHas, WORD } from './charClass.ts';
import type { Assertion } from './parse.ts';
import type { Program } from './program.ts';

/** Start and end of the match and of its groups, two numbers each, or -1 for a group that did not take part. */
export type MatchSlots = readonly number[];

/** The kind of character on one side of a position, as assertions need it. */
const EDGE = 0;
const LINE_BREAK = 1;
const WORD_CHARACTER = 2;
const OTHER = 3;

/** The position after the last character. */
const END = -1;
const NEW_THREAD = -1;

/** Slots of `saved` that get the position of the thread. */
type Slots = { slot: number; rest: Slots } | undefined;
/** `from`: the index of the thread in the previous state that it continues. */
type Thread = { at: number; from: number; slots: Slots };
/** Threads as indices of their steps, the preferred one first. `takesNew`: a match may still start here. */
type State = { threads: readonly number[]; before: number; takesNew: boolean; next: Map<number, Transition> };
type Transition = { to: State; threads: readonly Thread[]; match: Thread | undefined };

/** The number of threads that a pattern caches: some hundred kilobytes. */
const REMEMBERED_MAX = 10_000;
/** In characters. */
const PATH_KEPT_MAX = 10_000;

/**
 * Runs a program in time proportional to text times pattern. All paths through the pattern advance over the text
 * together, the preferred one first. The effect of a character on a set of threads is computed once and cached.
 */
export class Machine {
  #program: Program;
  #seen: Uint8Array;
  #isAnchored: boolean;
  #states = new Map<string, State>();
  #remembered = 0;
  /**
   * The transitions by position from the start of the search, with gaps inside surrogate pairs. The array is reused,
   * since arrays are slow to grow.
   */
  #path: (Transition | undefined)[] = [];

  constructor(program: Program) {
    this.#program = program;
    this.#seen = new Uint8Array(program.steps.length);
    const elsewhere: Thread[] = [];
    this.#follow({ at: 0, from: NEW_THREAD, slots: undefined }, (assertion) => assertion !== 'textStart', elsewhere);
    this.#isAnchored = elsewhere.length === 0;
  }

  test(text: string): boolean {
    let state = this.#start(text, 0);
    for (let at = 0; ; at++) {
      const code = text.codePointAt(at) ?? END;
      const { to, match } = state.next.get(code) ?? this.#transition(state, code);
      if (match) return true;
      if (code === END || isDead(to)) return false;
      if (code > 0xffff) at++;
      state = to;
    }
  }

  /** The first match at or after `from`. */
  find(text: string, from: number): MatchSlots | undefined {
    const path = this.#path;
    let end = -1;
    let state = this.#start(text, from);
    for (let at = from; ; at++) {
      const code = text.codePointAt(at) ?? END;
      const transition = state.next.get(code) ?? this.#transition(state, code);
      path[at - from] = transition;
      if (transition.match) end = at;
      if (code === END || isDead(transition.to)) break;
      if (code > 0xffff) path[++at - from] = undefined;
      state = transition.to;
    }
    if (path.length > PATH_KEPT_MAX) this.#path = [];
    return end < 0 ? undefined : this.#groupsOf(path, from, end);
  }

  /** Follows the matching thread back to its start. The last value of each slot counts. */
  #groupsOf(path: readonly (Transition | undefined)[], from: number, end: number): number[] {
    const found = new Array<number>(2 * this.#program.groups.length).fill(-1);
    found[1] = end;
    let at = end;
    let thread = path[end - from]?.match;
    while (thread) {
      for (let slot = thread.slots; slot; slot = slot.rest) if (found[slot.slot] === -1) found[slot.slot] = at;
      if (thread.from === NEW_THREAD) break;
      at -= path[at - 1 - from] ? 1 : 2;
      thread = path[at - from]?.threads[thread.from];
    }
    found[0] = at;
    return found;
  }

  #start(text: string, from: number): State {
    return this.#state([], from === 0 ? EDGE : kindOf(text.charCodeAt(from - 1)), !this.#isAnchored || from === 0);
  }

  #state(threads: readonly number[], before: number, takesNew: boolean): State {
    const key = String.fromCharCode(before, takesNew ? 1 : 0, ...threads);
    const cached = this.#states.get(key);
    if (cached) return cached;
    const state = { threads, before, takesNew, next: new Map<number, Transition>() };
    this.#states.set(key, state);
    return state;
  }

  #transition(state: State, code: number): Transition {
    const { steps } = this.#program;
    const after = code === END ? EDGE : kindOf(code);
    const isTrue = (assertion: Assertion) => holds(assertion, state.before, after);
    const now: Thread[] = [];
    this.#seen.fill(0);
    state.threads.forEach((at, from) => this.#follow({ at, from, slots: undefined }, isTrue, now));
    if (state.takesNew) this.#follow({ at: 0, from: NEW_THREAD, slots: undefined }, isTrue, now);
    const threads: Thread[] = [];
    let match: Thread | undefined;
    for (const thread of now) {
      const step = steps[thread.at];
      if (step?.op === 'match') {
        match = thread;
        break; // the threads after it are less preferred
      }
      if (step?.op === 'char' && code !== END && classHas(step.set, code, step.fold)) threads.push(thread);
    }
    this.#remembered += now.length + 1;
    if (this.#remembered > REMEMBERED_MAX) {
      this.#states.clear();
      this.#remembered = 0;
    }
    const starts = threads.map(({ at }) => at + 1);
    // A later start is only worth trying while nothing has matched.
    const to = this.#state(starts, after, state.takesNew && !match && !this.#isAnchored);
    const transition = { to, threads, match };
    state.next.set(code, transition);
    return transition;
  }

  /** Walks the steps that read nothing, in order of preference, to the steps that read. */
  #follow(start: Thread, isTrue: (assertion: Assertion) => boolean, into: Thread[]): void {
    const { steps } = this.#program;
    const { from } = start;
    const stack = [start];
    for (let thread = stack.pop(); thread; thread = stack.pop()) {
      const { at, slots } = thread;
      if (this.#seen[at]) continue;
      this.#seen[at] = 1;
      const step = steps[at];
      if (step?.op === 'jump') stack.push({ at: step.to, from, slots });
      else if (step?.op === 'split') stack.push({ at: step.second, from, slots }, { at: step.first, from, slots });
      else if (step?.op === 'save') stack.push({ at: at + 1, from, slots: { slot: step.slot, rest: slots } });
      else if (step?.op === 'assert') {
        if (isTrue(step.assertion)) stack.push({ at: at + 1, from, slots });
      } else into.push(thread);
    }
  }
}

const isDead = ({ threads, takesNew }: State): boolean => threads.length === 0 && !takesNew;

function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case 'textStart':
      return before === EDGE;
    case 'textEnd':
      return after === EDGE;
    case 'lineStart':
      return before === EDGE || before === LINE_BREAK;
    case 'lineEnd':
      return after === EDGE || after === LINE_BREAK;
    case 'wordEdge':
      return (before === WORD_CHARACTER) !== (after === WORD_CHARACTER);
    case 'noWordEdge':
      return (before === WORD_CHARACTER) === (after === WORD_CHARACTER);
    default:
      return assertion satisfies never;
  }
}

function kindOf(code: number): number {
  if (code === 10) return LINE_BREAK;
  return classHas(WORD, code, false) ? WORD_CHARACTER : OTHER;
}
