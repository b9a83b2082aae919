import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderInConsole } from '../../../tests/support/consoleHarness.tsx';
import { STORAGE } from '../../lib/storage.ts';
import type { UserAclJson } from '../../wire/userContext.ts';
import FirstResourceLine from './FirstResourceLine.tsx';

const reported = vi.fn();
const asked = vi.fn();
const server = setupServer(
  http.post('/v1/webapi/capture', async ({ request }) => {
    reported(await request.json());
    return new HttpResponse();
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => localStorage.clear());
afterEach(() => {
  server.resetHandlers();
  reported.mockReset();
  asked.mockReset();
});
afterAll(() => server.close());

const ENROLS: UserAclJson = { tokens: { create: true }, nodes: { list: true } };
function open(hasResource: boolean, userAcl: UserAclJson = ENROLS) {
  server.use(
    http.get('/v1/webapi/sites/east/resources/check', () => {
      asked();
      return HttpResponse.json({ hasResource });
    }),
  );
  return renderInConsole(() => <FirstResourceLine />, { user: { userAcl } });
}
/** Resolves when all earlier requests have been answered. */
const answeredSince = () => fetch('/v1/webapi/capture', { method: 'POST', body: '{}' });
const stored = () => JSON.parse(localStorage.getItem(STORAGE.discover) ?? 'null') as unknown;

test('invites users who can add resources once, and “Later” is stored', async () => {
  open(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  expect(screen.queryByText('No resources yet.')).toBeNull();
  expect(stored()).toEqual({ hasResource: false, notified: true });
  await waitFor(() =>
    expect(reported).toHaveBeenCalledExactlyOnceWith({ event: 'tp.ui.onboard.addFirstResourceLater.click' }),
  );
});

test('the invitation links to enrollment', async () => {
  const { address } = open(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Add the first resource' }));
  expect(address()).toBe('/discover');
  expect(stored()).toEqual({ hasResource: false, notified: true });
  await waitFor(() =>
    expect(reported).toHaveBeenCalledExactlyOnceWith({ event: 'tp.ui.onboard.addFirstResource.click' }),
  );
});

test('stores that a cluster has resources and shows no invitation', async () => {
  open(true);
  await waitFor(() => expect(stored()).toEqual({ hasResource: true, notified: false }));
  expect(screen.queryByText('No resources yet.')).toBeNull();
});

test('hides the invitation once a resource exists', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  open(false);
  await screen.findByText('No resources yet.');
  server.use(http.get('/v1/webapi/sites/east/resources/check', () => HttpResponse.json({ hasResource: true })));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(screen.queryByText('No resources yet.')).toBeNull());
  expect(stored()).toEqual({ hasResource: true, notified: false });
});

test.each<[string, UserAclJson]>([
  ['no permission to create tokens', { nodes: { list: true } }],
  ['no permission to see servers', { tokens: { create: true }, appServers: { list: true } }],
])('sends no request with %s', async (_, acl) => {
  open(false, acl);
  await answeredSince();
  expect(asked).not.toHaveBeenCalled();
});

test('sends no request if the result is stored', async () => {
  localStorage.setItem(STORAGE.discover, JSON.stringify({ hasResource: false, notified: true, hasVisited: true }));
  open(false);
  await answeredSince();
  expect(asked).not.toHaveBeenCalled();
  expect(screen.queryByText('No resources yet.')).toBeNull();
});
