import { COLLECTION_STYLE, EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, type Event } from 'js-yaml';
import { readPlain } from './dialect.ts';
import { firstDocument } from './firstDocument.ts';

export type YamlPath = readonly (string | number)[];
/** Offsets into the text without its byte order mark. The end is exclusive. */
type YamlRange = { start: number; end: number };

/** The range of one value in the document. The range of an empty value has no length and is after its key. */
export type YamlNode = YamlRange & {
  /** The key of the value. Undefined in a list and at the top. */
  key: YamlRange | undefined;
  /** By key or by index. Undefined for a scalar and for an alias, whose parts are elsewhere. */
  parts: Map<string, YamlNode> | YamlNode[] | undefined;
  /** The notation. `block` of a scalar: a text on its own lines after a header. */
  style: 'plain' | 'quoted' | 'block' | 'flow' | 'alias';
  /** The name of an anchor, or the name that an alias refers to. */
  anchor: string | undefined;
};

type Open = { node: YamlNode; key: (YamlRange & { name: string }) | undefined };

/**
 * The ranges of all values in the first document. Undefined if the text cannot be parsed. One pass that builds no
 * values.
 */
export function outlineYaml(text: string): YamlNode | undefined {
  const document = firstDocument(text);
  let events: Event[];
  try {
    events = parseEvents(document, {});
  } catch {
    return undefined;
  }
  const top: Open = { node: { ...NOTHING, end: document.length, parts: [] }, key: undefined };
  const open: Open[] = [top];

  for (const event of events) {
    const parent = open.at(-1);
    if (event.type === EVENT_ID.DOCUMENT || !parent) continue;
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      const around = open.at(-1);
      if (closed && around) around.node.end = Math.max(around.node.end, closed.node.end);
      continue;
    }
    const range = rangeOf(document, event) ?? emptyAt(parent.key?.end ?? parent.node.start);
    const node: YamlNode = { ...range, key: undefined, parts: undefined, ...looksOf(document, event) };
    if (event.type === EVENT_ID.MAPPING) node.parts = new Map();
    if (event.type === EVENT_ID.SEQUENCE) node.parts = [];
    append(node, parent, event.type === EVENT_ID.SCALAR ? keyText(document, event) : '');
    if (node.parts) open.push({ node, key: undefined });
    else parent.node.end = Math.max(parent.node.end, node.end);
  }
  const [root] = Array.isArray(top.node.parts) ? top.node.parts : [];
  return root ?? NOTHING;
}

const NOTHING: YamlNode = { start: 0, end: 0, key: undefined, parts: undefined, style: 'plain', anchor: undefined };

const SCALAR_STYLES: Readonly<Record<number, YamlNode['style']>> = {
  [SCALAR_STYLE.SINGLE_QUOTED]: 'quoted',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'quoted',
  [SCALAR_STYLE.LITERAL_BLOCK]: 'block',
  [SCALAR_STYLE.FOLDED_BLOCK]: 'block',
};

function looksOf(text: string, event: Exclude<Event, { type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP }>) {
  const anchor = event.anchorStart < 0 ? undefined : text.slice(event.anchorStart, event.anchorEnd);
  if (event.type === EVENT_ID.ALIAS) return { style: 'alias', anchor } as const;
  if (event.type === EVENT_ID.SCALAR) return { style: SCALAR_STYLES[event.style] ?? 'plain', anchor } as const;
  return { style: event.style === COLLECTION_STYLE.FLOW ? 'flow' : 'block', anchor } as const;
}

/** Adds a node to a list, or to a mapping, where every other node is a key. */
function append(node: YamlNode, parent: Open, name: string): void {
  const { parts } = parent.node;
  if (!(parts instanceof Map)) parts?.push(node);
  else if (!parent.key) parent.key = { name, start: node.start, end: node.end };
  else {
    node.key = { start: parent.key.start, end: parent.key.end };
    parts.set(parent.key.name, node);
    parent.key = undefined;
  }
}

/**
 * The node at a path. Undefined if the text does not contain the value, also if it only has it through an alias or a
 * merge.
 */
export function nodeAt(root: YamlNode, path: YamlPath): YamlNode | undefined {
  let node: YamlNode | undefined = root;
  for (const step of path) {
    if (typeof step === 'string') node = node.parts instanceof Map ? node.parts.get(step) : undefined;
    else node = Array.isArray(node.parts) ? node.parts[step] : undefined;
    if (!node) return undefined;
  }
  return node;
}

/** The path of the last key or value that begins at or before an offset. */
export function pathAt(root: YamlNode, offset: number): YamlPath {
  const path: (string | number)[] = [];
  for (let node: YamlNode | undefined = root; node;) {
    let found: readonly [string | number, YamlNode] | undefined;
    for (const part of node.parts?.entries() ?? []) {
      if ((part[1].key ?? part[1]).start > offset) break;
      found = part;
    }
    if (found) path.push(found[0]);
    node = found?.[1];
  }
  return path;
}

const emptyAt = (offset: number): YamlRange => ({ start: offset, end: offset });

/** A plain key is read like any scalar and then converted to text: `on:` is the key `true`. */
function keyText(text: string, event: Extract<Event, { type: typeof EVENT_ID.SCALAR }>): string {
  const value = getScalarValue(text, event);
  return event.style === SCALAR_STYLE.PLAIN ? String(readPlain(value)) : value;
}

/** Undefined for an empty value. The end of a list or mapping is only known when its last part is. */
function rangeOf(text: string, event: Event): YamlRange | undefined {
  switch (event.type) {
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return emptyAt(event.start);
    case EVENT_ID.ALIAS:
      return { start: event.anchorStart - 1, end: event.anchorEnd };
    case EVENT_ID.SCALAR: {
      if (event.valueStart < 0) return undefined;
      const { valueStart: start, valueEnd: end } = event;
      if (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED)
        return { start: start - 1, end: end + 1 }; // the event's range is inside the quotes
      return { start: start + (/^ */.exec(text.slice(start, end))?.[0].length ?? 0), end };
    }
    default:
      return undefined;
  }
}
