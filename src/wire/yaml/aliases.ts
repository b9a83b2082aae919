import { EVENT_ID, type Event } from 'js-yaml';

/**
 * An alias refers to a whole subtree, so a few lines can expand to billions of nodes. Real documents need few aliases.
 */
const MAX_ALIASES = 1000;
const MAX_EXPANDED_NODES = 250_000;
const MAX_EXPANDED_DEPTH = 200;

export type AliasFault = { message: string; at: number };
type Size = { nodes: number; depth: number };
type Frame = Size & { anchor: string };

/** True if the stream has an alias. Only then can the value have shared parts. */
export const hasAliases = (events: readonly Event[]): boolean => events.some((e) => e.type === EVENT_ID.ALIAS);

/** Finds an error in the aliases of a document, with its offset, before values are built from them. */
export function findAliasFault(events: readonly Event[], text: string): AliasFault | undefined {
  const sizes = new Map<string, Size | 'open'>();
  const frames: Frame[] = [];
  let aliases = 0;
  let total = 0;

  const add = (size: Size) => {
    const parent = frames.at(-1);
    if (!parent) return;
    parent.nodes += size.nodes;
    parent.depth = Math.max(parent.depth, size.depth + 1);
  };
  const anchorOf = (event: { anchorStart: number; anchorEnd: number }) =>
    event.anchorStart < 0 ? '' : text.slice(event.anchorStart, event.anchorEnd);

  for (const event of events) {
    if (event.type === EVENT_ID.ALIAS) {
      const name = anchorOf(event);
      const at = event.anchorStart - 1;
      const size = sizes.get(name);
      if (size === undefined) return { message: `the alias *${name} has no anchor above it`, at };
      if (size === 'open') return { message: `the alias *${name} is inside its own anchor`, at };
      total += size.nodes;
      if (++aliases > MAX_ALIASES) return { message: `more than ${MAX_ALIASES} aliases`, at };
      if (total > MAX_EXPANDED_NODES)
        return { message: `the aliases expand to more than ${MAX_EXPANDED_NODES} values`, at };
      add(size);
      if (frames.length + size.depth > MAX_EXPANDED_DEPTH) return { message: 'the aliases are nested too deeply', at };
    } else if (event.type === EVENT_ID.SCALAR) {
      const size = { nodes: 1, depth: 1 };
      if (event.anchorStart >= 0) sizes.set(anchorOf(event), size);
      add(size);
    } else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
      const anchor = anchorOf(event);
      if (anchor) sizes.set(anchor, 'open');
      frames.push({ nodes: 1, depth: 1, anchor });
    } else if (event.type === EVENT_ID.POP) {
      const frame = frames.pop();
      if (!frame) continue; // the end of the document itself
      if (frame.anchor) sizes.set(frame.anchor, frame);
      add(frame);
    }
  }
  return undefined;
}

/** A tree without shared parts, so that a change in one place does not change another. */
export function unshare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unshare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unshare(inner)]));
}
