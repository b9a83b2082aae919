import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext } from 'ra-core';
import type { ComponentProps } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { config } from '../../api/config.ts';
import { AUDIT_FILTER } from '../../wire/config.ts';
import { addValue, conditionsOf, noFilter, type Filter } from './filter.ts';
import NothingMatches from './NothingMatches.tsx';

const nodes = resourceNamed('nodes');
const FILTER = ['env', 'team', 'tier'].reduce(
  (filter, key) => addValue(filter, key, key === 'tier' ? 'no' : 'yes'),
  noFilter,
);
const onChange = vi.fn();

const open = (countHere: (filter: Filter) => number, props: Partial<ComponentProps<typeof NothingMatches>> = {}) =>
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
          {...props}
        />
      </QueryClientProvider>
    </CoreAdminContext>,
  );

test('offers to remove each condition whose removal finds rows', () => {
  open((filter) => (conditionsOf(filter).length === 2 ? 3 : 0));
  expect(screen.getAllByRole('button', { name: /^Without/ })).toHaveLength(3);
});

test('names the conditions without matches where no single removal finds rows', async () => {
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

test('counts rows that are not loaded if the server can count', async () => {
  Object.assign(config, { extensions: [...config.extensions, AUDIT_FILTER] });
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(
      Response.json({
        bars: [
          [0, 40, 0],
          [1, 2, 0],
        ],
        startKey: '',
      }),
    );
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const countedSpan = { fromMs: 1000, toMs: 9000 };
  open(() => 0, { resource: resourceNamed('audit'), name: 'cluster/main/audit', countedSpan });
  expect(await screen.findAllByText('42 events')).toHaveLength(3);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain('from=1970-01-01T00%3A00%3A01.000Z');
});
