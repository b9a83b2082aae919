import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import QueryRoute from './QueryRoute.tsx';

test('an address without user or database has its title and a link to the databases', async () => {
  const router = createMemoryRouter(
    [{ path: '/cluster/:clusterId/databases/:databaseName/query', element: <QueryRoute /> }],
    { initialEntries: ['/cluster/east/databases/orders/query?user=ann'] },
  );
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('heading', { name: 'The address is not complete' })).toBeTruthy();
  expect(document.title).toBe('east • orders • Query');
  expect(screen.getByRole('link', { name: 'Databases' }).getAttribute('href')).toBe('/web/cluster/east/databases');
});
