import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { idleKeeper } from '../../tests/support/consoleHarness.tsx';
import { ApiError } from '../api/errors.ts';
import ContextFailure from './ContextFailure.tsx';

const fail = async (error: unknown) => {
  vi.mocked(console.error).mockImplementation(() => undefined); // the router logs the error
  const loader = () => {
    throw error;
  };
  const router = createMemoryRouter([
    {
      path: '/',
      loader,
      element: <p>page</p>,
      errorElement: <ContextFailure keeper={idleKeeper().keeper} />,
      HydrateFallback: () => null,
    },
  ]);
  render(<RouterProvider router={router} />);
  const heading = await screen.findByRole('heading', { level: 1 });
  vi.mocked(console.error).mockClear();
  return heading.textContent;
};

test('an error for the user context shows a page with the server’s error and a retry', async () => {
  const call = { method: 'GET', path: '/v1/webapi/sites/east/context', atMs: 0, requestId: 'r-1' };
  expect(await fail(new ApiError('backend is gone', 500, { call }))).toBe('Internal Error');
  expect(screen.getByText('The server answered 500: “backend is gone”')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBe(document.activeElement);
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeTruthy();
});

test('a 403 without a reason mentions a possible lock and offers to sign out', async () => {
  expect(await fail(new ApiError('access denied', 403))).toBe('Access Denied');
  expect(screen.getByText(/Your user may be locked/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
});

test.each([
  ['a cluster that restarts', new ApiError('the cluster cannot be reached', 504)],
  ['a proxy that answers instead of the cluster', new ApiError('404 - /v1', 404, { isForeign: true })],
])('waits for %s', async (_what, error) => {
  expect(await fail(error)).toBe('The cluster does not answer');
  expect(screen.getByText(/tries again every few seconds/)).toBeTruthy();
});

test('reports a missing answer as an outage, not as an error of the console', async () => {
  expect(await fail(new ApiError('The server did not answer', 0))).toBe('localhost does not answer');
});
