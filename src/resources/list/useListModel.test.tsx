import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { labelledNode } from '../../../tests/support/wireSamples.ts';
import { FacetGroup } from './FacetGroup.tsx';
import { addValue, conditionsOf, facetState, noFilter, removeValue } from './filter.ts';
import { useFacets } from './useListModel.ts';
import { useSelection } from './useSelection.ts';

const nodes = resourceNamed('nodes');

test('facets keep their order while rows change and while a request is pending', () => {
  const first = [
    labelledNode('1', { env: 'prod', team: 'a' }),
    labelledNode('2', { env: 'prod', team: 'b' }),
    labelledNode('3', { env: 'dev' }),
  ];
  const list: Parameters<typeof useFacets>[1] = { counted: first, loaded: first };
  const { result, rerender } = renderHook((now: typeof list) => useFacets(nodes, now), { initialProps: list });
  const shown = () => result.current.facets.map(({ name, values }) => [name, ...values.map(({ value }) => value)]);
  const before = shown();
  expect(before).toEqual([
    ['env', 'prod', 'dev'],
    ['team', 'a', 'b'],
  ]);
  const later = [labelledNode('3', { env: 'dev', team: 'b' }), labelledNode('4', { env: 'dev', team: 'b' })];
  rerender({ counted: later, loaded: later });
  expect(shown()).toEqual(before);
  expect(result.current.counted).toBe(2);
  expect(result.current.facets[0]?.values.map(({ count }) => count)).toEqual([0, 2]);
  rerender({ counted: undefined, loaded: later });
  expect(shown()).toEqual(before);
});

test('selects all rows that a filter finds in addition to the selected rows that it hides', () => {
  const [hidden, found] = [[labelledNode('1', {})], [labelledNode('2', {}), labelledNode('3', {})]];
  const { result, rerender } = renderHook((rows: typeof found) => useSelection(rows), { initialProps: hidden });
  act(() => result.current.toggle('1'));
  rerender(found);
  act(() => result.current.choose(found));
  expect(result.current.rows()).toEqual([...hidden, ...found]);
  act(() => result.current.clear());
  expect(result.current.ids.size).toBe(0);
});

test('a value that the user removes from the filter keeps its position', async () => {
  const facet = { name: 'env', count: 6, values: 'abcdef'.split('').map((value) => ({ value, count: 1 })) };
  function Held() {
    const [filter, setFilter] = useState(addValue(noFilter, 'env', 'f'));
    const choose = (key: string, value: string) =>
      setFilter(
        facetState(conditionsOf(filter), key, value) === 'off'
          ? addValue(filter, key, value)
          : removeValue(filter, key, value),
      );
    return <FacetGroup facet={facet} chips={conditionsOf(filter)} isOpen={filter !== noFilter} onChoose={choose} />;
  }
  render(<Held />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'f' }));
  expect(screen.getByRole('checkbox', { name: 'f' })).toBeTruthy();
  expect(screen.getAllByRole('checkbox')).toHaveLength(5);
});
