import { classHas, WORD } from './charClass.ts';
import type { Program, Step } from './program.ts';

/** Start and end of the match and of its groups, two numbers each; -1 where a group took no part. */
export type Found = readonly number[];

type Thread = { at: number; saved: number[] };

/**
 * The first match at or after `from`, in time proportional to text times pattern: all ways through the pattern walk the
 * text together, the preferred one first. With `captures` false only the end of the match is right.
 */
export function run({ steps, groups }: Program, text: string, from: number, captures: boolean): Found | undefined {
  let found: number[] | undefined;
  let threads: Thread[] = [];
  for (let at = from; ;) {
    const seen = new Uint8Array(steps.length);
    const now: Thread[] = [];
    for (const thread of threads) follow(thread, at, now, seen);
    // A later start is worth trying only while nothing has matched.
    if (!found)
      follow(
        { at: 0, saved: captures ? new Array<number>(2 * groups.length).fill(-1).fill(at, 0, 1) : [at] },
        at,
        now,
        seen,
      );
    const code = text.codePointAt(at);
    const next: Thread[] = [];
    for (const thread of now) {
      const step = steps[thread.at];
      if (step?.op === 'match') {
        found = [...thread.saved];
        found[1] = at;
        break; // the threads behind it are less preferred
      }
      if (step?.op === 'char' && code !== undefined && classHas(step.set, code, step.fold))
        next.push({ at: thread.at + 1, saved: thread.saved });
    }
    if (code === undefined || (found && next.length === 0)) return found;
    threads = next;
    at += code > 0xffff ? 2 : 1;
  }

  /** Walks the steps that read nothing, in order of preference, to those that do. */
  function follow(start: Thread, at: number, into: Thread[], seen: Uint8Array): void {
    const stack = [start];
    for (let thread = stack.pop(); thread; thread = stack.pop()) {
      if (seen[thread.at]) continue;
      seen[thread.at] = 1;
      const step: Step | undefined = steps[thread.at];
      const { saved } = thread;
      if (step?.op === 'jump') stack.push({ at: step.to, saved });
      else if (step?.op === 'split') stack.push({ at: step.second, saved }, { at: step.first, saved });
      else if (step?.op === 'save')
        stack.push({ at: thread.at + 1, saved: captures ? saved.with(step.slot, at) : saved });
      else if (step?.op === 'assert') {
        if (holds(step.what, text, at)) stack.push({ at: thread.at + 1, saved });
      } else into.push(thread);
    }
  }
}

function holds(what: Extract<Step, { op: 'assert' }>['what'], text: string, at: number): boolean {
  switch (what) {
    case 'textStart':
      return at === 0;
    case 'textEnd':
      return at === text.length;
    case 'lineStart':
      return at === 0 || text[at - 1] === '\n';
    case 'lineEnd':
      return at === text.length || text[at] === '\n';
    case 'wordEdge':
      return isWord(text, at - 1) !== isWord(text, at);
    case 'noWordEdge':
      return isWord(text, at - 1) === isWord(text, at);
    default:
      return what satisfies never;
  }
}

const isWord = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return !Number.isNaN(code) && classHas(WORD, code, false);
};
