/** `row`: beside each other. `column`: one below the other. */
export type Axis = 'row' | 'column';
export type Direction = 'left' | 'right' | 'up' | 'down';

/** The layout of a tab's panes. The shares of a split add up to 1. */
export type PaneTree = { kind: 'pane'; id: number } | Split;
type Split = { kind: 'split'; axis: Axis; parts: readonly Part[] };
type Part = { share: number; tree: PaneTree };

/** Fractions of the grid, from 0 to 1. */
export type Rect = { x: number; y: number; width: number; height: number };
export const WHOLE: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** The divider between part `at` and the next part of the split at `path`. */
export type Divider = {
  path: readonly number[];
  at: number;
  axis: Axis;
  /** The line itself, without thickness. */
  line: Rect;
  /** The length of the whole split along its axis, from 0 to 1. Drag distances are relative to it. */
  span: number;
  /** The position between its two parts, from 0 to 1. */
  position: number;
};

/** The minimum share of a pane in its split. */
const SHARE_MIN = 0.08;

export const onlyPane = (id: number): PaneTree => ({ kind: 'pane', id });

/** From left to right and top to bottom. */
export const paneIds = (tree: PaneTree): number[] =>
  tree.kind === 'pane' ? [tree.id] : tree.parts.flatMap((part) => paneIds(part.tree));

const even = (trees: readonly PaneTree[]): Part[] => trees.map((tree) => ({ share: 1 / trees.length, tree }));

/**
 * The new pane takes half of the pane's space, to its right or below it. In a split along the same axis it is added to
 * that split.
 */
export function splitPane(tree: PaneTree, id: number, axis: Axis, added: PaneTree): PaneTree {
  if (tree.kind === 'pane') return tree.id === id ? { kind: 'split', axis, parts: even([tree, added]) } : tree;
  return flat({ ...tree, parts: tree.parts.map((part) => ({ ...part, tree: splitPane(part.tree, id, axis, added) })) });
}

/** Merges a split inside a split of the same axis. */
function flat(split: Split): Split {
  const parts = split.parts.flatMap(({ share, tree }) =>
    tree.kind === 'split' && tree.axis === split.axis
      ? tree.parts.map((inner) => ({ share: share * inner.share, tree: inner.tree }))
      : [{ share, tree }],
  );
  return { ...split, parts };
}

/** The other panes take its space in proportion. Undefined if it was the last one. */
export function removePane(tree: PaneTree, id: number): PaneTree | undefined {
  if (tree.kind === 'pane') return tree.id === id ? undefined : tree;
  const remaining = tree.parts.flatMap((part) => {
    const kept = removePane(part.tree, id);
    return kept ? [{ share: part.share, tree: kept }] : [];
  });
  const [first] = remaining;
  if (remaining.length < 2) return first?.tree;
  const total = remaining.reduce((sum, { share }) => sum + share, 0);
  return flat({ ...tree, parts: remaining.map((part) => ({ ...part, share: part.share / total })) });
}

/** The maximum number of panes side by side along the axis. */
function weightAlong(axis: Axis, tree: PaneTree): number {
  if (tree.kind === 'pane') return 1;
  const weights = tree.parts.map((part) => weightAlong(axis, part.tree));
  return tree.axis === axis ? weights.reduce((sum, weight) => sum + weight, 0) : Math.max(...weights);
}

/** Makes each pane as large as the others in its row or column. */
export function equalise(tree: PaneTree): PaneTree {
  if (tree.kind === 'pane') return tree;
  const total = weightAlong(tree.axis, tree);
  return {
    ...tree,
    parts: tree.parts.map((part) => ({ share: weightAlong(tree.axis, part.tree) / total, tree: equalise(part.tree) })),
  };
}

/** Moves one divider by a fraction of the grid along its axis. It stops before a pane would disappear. */
export function moveDivider(tree: PaneTree, divider: Divider, by: number): PaneTree {
  if (tree.kind === 'pane') return tree;
  const { path, at, span } = divider;
  const [step, ...rest] = path;
  if (step !== undefined) {
    const parts = tree.parts.map((part, i) =>
      i === step ? { ...part, tree: moveDivider(part.tree, { ...divider, path: rest }, by) } : part,
    );
    return { ...tree, parts };
  }
  const before = tree.parts[at];
  const after = tree.parts[at + 1];
  if (!before || !after) return tree;
  const room = before.share + after.share;
  const least = Math.min(SHARE_MIN, room / 2);
  const share = Math.min(room - least, Math.max(least, before.share + by / span));
  const shares = new Map([
    [at, share],
    [at + 1, room - share],
  ]);
  return { ...tree, parts: tree.parts.map((part, i) => ({ ...part, share: shares.get(i) ?? part.share })) };
}

export type PaneLayout = { panes: ReadonlyMap<number, Rect>; dividers: readonly Divider[] };

/** The rectangles of all panes and dividers. */
export function layoutOf(tree: PaneTree): PaneLayout {
  const panes = new Map<number, Rect>();
  const dividers: Divider[] = [];
  const layOut = (part: PaneTree, room: Rect, path: readonly number[]): void => {
    if (part.kind === 'pane') return void panes.set(part.id, room);
    const isRow = part.axis === 'row';
    const span = isRow ? room.width : room.height;
    let from = isRow ? room.x : room.y;
    part.parts.forEach(({ share, tree: inner }, i) => {
      const size = share * span;
      layOut(inner, isRow ? { ...room, x: from, width: size } : { ...room, y: from, height: size }, [...path, i]);
      from += size;
      const next = part.parts[i + 1];
      if (!next) return;
      const line = isRow ? { ...room, x: from, width: 0 } : { ...room, y: from, height: 0 };
      dividers.push({ path, at: i, axis: part.axis, line, span, position: share / (share + next.share) });
    });
  };
  layOut(tree, WHOLE, []);
  return { panes, dividers };
}

const EPSILON = 1e-6;

/** The neighbour in this direction: of the touching panes, the one with the longest common edge. */
export function neighbour(tree: PaneTree, id: number, direction: Direction): number | undefined {
  const { panes } = layoutOf(tree);
  const from = panes.get(id);
  if (!from) return undefined;
  let best: { id: number; overlap: number } | undefined;
  for (const [other, rect] of panes) {
    const overlap = touching(from, rect, direction);
    if (other !== id && overlap > (best?.overlap ?? EPSILON)) best = { id: other, overlap };
  }
  return best?.id;
}

/** The length of the common edge. 0 if they do not touch on that side. */
function touching(from: Rect, to: Rect, direction: Direction): number {
  const isRow = direction === 'left' || direction === 'right';
  const gap = {
    left: to.x + to.width - from.x,
    right: to.x - (from.x + from.width),
    up: to.y + to.height - from.y,
    down: to.y - (from.y + from.height),
  }[direction];
  if (Math.abs(gap) > EPSILON) return 0;
  return isRow
    ? Math.min(from.y + from.height, to.y + to.height) - Math.max(from.y, to.y)
    : Math.min(from.x + from.width, to.x + to.width) - Math.max(from.x, to.x);
}

/** For keys: moves the divider at the pane's edge on this axis by one step, the edge in this direction first. */
export function resizePane(tree: PaneTree, id: number, direction: Direction, step: number): PaneTree {
  const { panes, dividers } = layoutOf(tree);
  const rect = panes.get(id);
  if (!rect) return tree;
  const axis: Axis = direction === 'left' || direction === 'right' ? 'row' : 'column';
  const end = axis === 'row' ? rect.x + rect.width : rect.y + rect.height;
  const start = axis === 'row' ? rect.x : rect.y;
  const bounds = (edge: number) =>
    dividers.find(
      ({ axis: other, line }) =>
        other === axis &&
        Math.abs((axis === 'row' ? line.x : line.y) - edge) < EPSILON &&
        touchesLine(rect, line, axis),
    );
  const divider = bounds(end) ?? bounds(start);
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  return divider ? moveDivider(tree, divider, sign * step) : tree;
}

const touchesLine = (rect: Rect, line: Rect, axis: Axis): boolean =>
  axis === 'row'
    ? rect.y >= line.y - EPSILON && rect.y + rect.height <= line.y + line.height + EPSILON
    : rect.x >= line.x - EPSILON && rect.x + rect.width <= line.x + line.width + EPSILON;
