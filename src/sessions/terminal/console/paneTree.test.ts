import { expect, test } from 'vitest';
import {
  equalise,
  moveDivider,
  neighbour,
  onlyPane,
  paneIds,
  layoutOf,
  removePane,
  resizePane,
  splitPane,
  type PaneTree,
} from './paneTree.ts';

/** Pane 1 on the left, pane 2 above pane 3 on the right. */
const three: PaneTree = splitPane(splitPane(onlyPane(1), 1, 'row', onlyPane(2)), 2, 'column', onlyPane(3));
const rect = (tree: PaneTree, id: number) => {
  const { x, y, width, height } = layoutOf(tree).panes.get(id)!;
  return [x, y, width, height].map((n) => Math.round(n * 1000) / 1000);
};
const divider = (tree: PaneTree, n: number) => layoutOf(tree).dividers[n]!;

test('a split halves only its pane', () => {
  expect(rect(three, 1)).toEqual([0, 0, 0.5, 1]);
  expect(rect(three, 2)).toEqual([0.5, 0, 0.5, 0.5]);
  expect(rect(three, 3)).toEqual([0.5, 0.5, 0.5, 0.5]);
  expect(paneIds(three)).toEqual([1, 2, 3]);
});

test('splitting along the same axis does not nest the tree', () => {
  const row = splitPane(splitPane(onlyPane(1), 1, 'row', onlyPane(2)), 2, 'row', onlyPane(3));
  expect(row).toMatchObject({ axis: 'row', parts: [{ share: 0.5 }, { share: 0.25 }, { share: 0.25 }] });
});

test('removing a pane enlarges its neighbours and flattens a split with one part', () => {
  expect(rect(removePane(three, 2)!, 3)).toEqual([0.5, 0, 0.5, 1]);
  expect(rect(removePane(three, 1)!, 3)).toEqual([0, 0.5, 1, 0.5]);
  expect(removePane(onlyPane(1), 1)).toBeUndefined();
  expect(removePane(three, 9)).toEqual(three);
});

test('a divider has its path, its span and its position', () => {
  expect(layoutOf(three).dividers).toMatchObject([
    { path: [], at: 0, axis: 'row', span: 1, position: 0.5, line: { x: 0.5, y: 0, width: 0, height: 1 } },
    { path: [1], at: 0, axis: 'column', span: 1, position: 0.5, line: { x: 0.5, y: 0.5, width: 0.5, height: 0 } },
  ]);
});

test('a divider moves between its neighbours and keeps a minimum size', () => {
  expect(rect(moveDivider(three, divider(three, 0), 0.1), 1)).toEqual([0, 0, 0.6, 1]);
  expect(rect(moveDivider(three, divider(three, 1), -0.2), 3)).toEqual([0.5, 0.3, 0.5, 0.7]);
  expect(rect(moveDivider(three, divider(three, 0), 5), 2)).toEqual([0.92, 0, 0.08, 0.5]);
});

test('dragging a divider in a nested split follows the pointer', () => {
  const nested = splitPane(three, 3, 'row', onlyPane(4));
  const inner = layoutOf(nested).dividers.find(({ path }) => path.length === 2)!;
  expect(inner.span).toBe(0.5);
  expect(rect(moveDivider(nested, inner, 0.1), 3)).toEqual([0.5, 0.5, 0.35, 0.5]);
});

test.each([
  [1, 'right', 2],
  [2, 'down', 3],
  [3, 'up', 2],
  [3, 'left', 1],
  [1, 'left', undefined],
  [3, 'down', undefined],
] as const)('the neighbour of pane %i to the %s is pane %s', (id, direction, to) => {
  expect(neighbour(three, id, direction)).toBe(to);
});

test('selects the neighbour with the longer common edge', () => {
  const uneven = moveDivider(three, divider(three, 1), -0.2);
  expect(neighbour(uneven, 1, 'right')).toBe(3);
});

test('keys move the end of a pane, or its start if it is the last', () => {
  expect(rect(resizePane(three, 1, 'right', 0.05), 1)).toEqual([0, 0, 0.55, 1]);
  expect(rect(resizePane(three, 3, 'left', 0.05), 3)).toEqual([0.45, 0.5, 0.55, 0.5]);
  expect(rect(resizePane(three, 2, 'down', 0.05), 2)).toEqual([0.5, 0, 0.5, 0.55]);
  expect(resizePane(onlyPane(1), 1, 'right', 0.05)).toEqual(onlyPane(1));
});

test('equalise gives all columns the same width, also with nested panes', () => {
  const moved = moveDivider(moveDivider(three, divider(three, 0), 0.3), divider(three, 1), 0.3);
  expect(rect(equalise(moved), 1)).toEqual([0, 0, 0.5, 1]);
  expect(rect(equalise(moved), 3)).toEqual([0.5, 0.5, 0.5, 0.5]);
  const deep = splitPane(three, 3, 'row', onlyPane(4));
  expect(rect(equalise(deep), 1)).toEqual([0, 0, 0.333, 1]);
});
