import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext } from 'ra-core';
import { expect, test, vi } from 'vitest';
import { resources } from '../../descriptors/index.ts';
import { addValue, conditionsOf, noFilter, type Filter } from './filter.ts';
import NothingMatches from './NothingMatches.tsx';

const nodes = resources.find((resource) => resource.name === 'nodes')!;
const FILTER = ['env', 'team', 'tier'].reduce(
  (filter, key) => addValue(filter, key, key === 'tier' ? 'no' : 'yes'),
  noFilter,
);
const onChange = vi.fn();

const open = (countHere: (filter: Filter) => number) =>
  render(
    <CoreAdminContext>
      <QueryClientProvider client={new QueryClient()}>
        <NothingMatches
          resource={nodes}
          name="nodes"
          filter={FILTER}
          inPart={false}
          countHere={countHere}
          onChange={onChange}
          onClear={() => undefined}
        />
      </QueryClientProvider>
    </CoreAdminContext>,
  );

test('offers to take away the condition that leaves something', () => {
  open((filter) => (conditionsOf(filter).length === 2 ? 3 : 0));
  expect(screen.getAllByRole('button', { name: /^Without/ })).toHaveLength(3);
});

test('names what finds nothing alone where taking one away leaves nothing', async () => {
  const finds = (filter: Filter) =>
    conditionsOf(filter).length === 1 && !JSON.stringify(filter).includes('no"') ? 5 : 0;
  open(finds);
  expect(screen.getByText(/Alone they find/)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent.replace(/^.*?(\d+ )/, '$1'))).toEqual([
    '5 servers',
    '5 servers',
    '0 servers',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove conditions without matches' }));
  expect(conditionsOf(onChange.mock.lastCall?.[0] as Filter)).toHaveLength(2);
});
