import { render, screen } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'ra-core';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import nodes from '../../../../descriptors/nodes.descriptor.ts';
import { MatchCount } from './MatchCount.tsx';

vi.mock('../../../../api/config.ts', () => ({ config: { proxyCluster: 'east', extensions: [] } }));

const rows = [[{ name: 'env', value: 'prod' }], [{ name: 'env', value: 'dev' }]];

function open(selector: Record<string, readonly string[]>, total: number) {
  const getList = vi.fn<(list: string, asked: { filter: unknown }) => Promise<unknown>>();
  getList.mockResolvedValue({ data: [], total: 402 });
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={{ getList } as unknown as DataProvider}>
        <MatchCount selector={selector} loaded={{ resource: nodes, rows, total }} />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return getList;
}

/** Digits without the narrow space as separator. */
const shown = () => screen.getByRole('status').textContent.replaceAll('\u202f', '');

test('the server counts when the list is only partly loaded', async () => {
  const getList = open({ env: ['prod', 'qa'] }, 10_001);
  await screen.findByText('402 of 10 001 servers');
  const query = '(labels["env"] == "prod" || labels["env"] == "qa")';
  expect(getList.mock.calls[0]?.[1].filter).toEqual({ query });
  const link = screen.getByRole('link', { name: 'Show' });
  expect(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('query')).toBe(query);
});

test('counts the loaded rows for a selector that a query cannot represent, and reports that', () => {
  const getList = open({ env: ['pr*'] }, 10_001);
  expect(shown()).toBe('Matches 1 of the 2 servers loaded, 10001 in all.');
  expect(getList).not.toHaveBeenCalled();
});

test('a selector of all resources sends no request', () => {
  const everything = open({ '*': ['*'] }, 10_001);
  expect(shown()).toContain('Matches 10001 of 10001 servers.');
  expect(everything).not.toHaveBeenCalled();
});
