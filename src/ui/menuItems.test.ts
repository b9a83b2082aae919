import { expect, test } from 'vitest';
import { itemByPrefix, nextItem, type MenuItem } from './menuItems.ts';

const item = (label: string, off?: string): MenuItem => ({ kind: 'item', id: label, label, off, run: () => undefined });
const items: MenuItem[] = [
  { kind: 'head', label: 'Logins' },
  item('root'),
  item('deploy', 'denied'),
  { kind: 'line' },
  item('Remove'),
];

test('skips headings and lines and wraps around, but includes disabled items', () => {
  expect(nextItem(items, -1, 1)).toBe(1);
  expect(nextItem(items, 1, 1)).toBe(2);
  expect(nextItem(items, 2, 1)).toBe(4);
  expect(nextItem(items, 4, 1)).toBe(1);
  expect(nextItem(items, 1, -1)).toBe(4);
  expect(nextItem([], -1, 1)).toBe(-1);
});

test('finds items by prefix, from the next item on', () => {
  expect(itemByPrefix(items, 1, 'r')).toBe(4);
  expect(itemByPrefix(items, 4, 'R')).toBe(1);
  expect(itemByPrefix(items, 4, 'z')).toBe(4);
});
