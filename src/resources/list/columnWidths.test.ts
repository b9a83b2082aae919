import { expect, test } from 'vitest';
import { ColumnWidths } from './columnWidths.ts';

function storage(kept?: string) {
  const values = new Map<string, string>();
  if (kept !== undefined) values.set('postern_widths:mara:nodes', kept);
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('limits widths to a range and restores them', () => {
  const store = storage();
  const widths = new ColumnWidths(store, 'mara', 'nodes');
  widths.set('addr', 3);
  widths.set('hostname', 333.4);
  widths.set('id', 99_999);
  expect(store.values.size).toBe(0);
  widths.keep();
  expect(new ColumnWidths(store, 'mara', 'nodes').widths.get()).toEqual({ addr: 48, hostname: 333, id: 960 });
  widths.set('id', undefined);
  expect(widths.widths.get()).toEqual({ addr: 48, hostname: 333 });
  widths.reset();
  expect(new ColumnWidths(store, 'mara', 'nodes').widths.get()).toEqual({});
});

test.each(['', '7', '[1]', '{"a":"wide","b":null,"__proto__":5}'])('ignores %s in the storage', (text) => {
  expect(Object.keys(new ColumnWidths(storage(text), 'mara', 'nodes').widths.get())).not.toContain('a');
});

test('uses widths that the browser cannot store', () => {
  const widths = new ColumnWidths(
    {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota');
      },
    },
    'mara',
    'nodes',
  );
  widths.set('addr', 200);
  widths.keep();
  expect(widths.widths.get()).toEqual({ addr: 200 });
});
