import { serversOf, type Entry } from './entries.ts';
import { isOver, reasonOf, wentWrong } from './nodeState.ts';
import type { Output, OutputBuffer } from './OutputBuffer.ts';

/** `open`: not over. */
export type Which = 'all' | 'wrong' | 'open';
export type Filter = { which: Which; text: string };

function isOneOf(entry: Entry, which: Which): boolean {
  if (which === 'all') return true;
  if (entry.kind === 'waiting') return which === 'open';
  return which === 'wrong' ? wentWrong(entry.state) : !isOver(entry.state);
}

/** An output is made ready to be searched once for as long as it is the same. */
const searchable = new WeakMap<Output, string>();

function textOf(output: Output): string {
  const known = searchable.get(output);
  if (known !== undefined) return known;
  const text = [...output.head, ...output.tail]
    .map((piece) => piece.text)
    .join('')
    .toLowerCase();
  searchable.set(output, text);
  return text;
}

/**
 * The entries that are asked for. A text is looked for in the names, in what failed and in as much of the outputs as is
 * kept; of a group that said the same, once.
 */
export function filtered(
  entries: readonly Entry[],
  { which, text }: Filter,
  hostOf: (id: string) => string,
  outputOf: (id: string) => OutputBuffer,
): readonly Entry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter((entry) => {
    if (!isOneOf(entry, which)) return false;
    if (wanted === '' || serversOf(entry).some((id) => hostOf(id).toLowerCase().includes(wanted))) return true;
    if (entry.kind === 'waiting') return false;
    return reasonOf(entry.state)?.toLowerCase().includes(wanted) || textOf(outputOf(entry.id).get()).includes(wanted);
  });
}
