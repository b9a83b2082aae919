import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as configModule from '../api/config.ts';
import { FEATURE_KUBERNETES } from '../wire/config.ts';
import KubernetesRoute from './KubernetesRoute.tsx';

vi.mock('../api/config.ts', async (original) => {
  const { config, ...rest } = await original<typeof configModule>();
  return { ...rest, config: { ...config, extensions: [FEATURE_KUBERNETES] } };
});

const LOG = '/cluster/east/kubernetes/dev@eu-1/logs/default/web-1/app';
const PODS = '/cluster/east/kubernetes/dev@eu-1/pods';
const FILTERED = `${PODS}?query=${encodeURIComponent('labels["namespace"] == "default"')}`;

beforeEach(() =>
  vi.stubGlobal('fetch', async (input: string) =>
    input.includes('/logs')
      ? new Response('one\n')
      : Response.json({ containers: [{ name: 'app' }, { name: 'side' }] }),
  ),
);
afterEach(() => void vi.unstubAllGlobals());

function open(before: string, state?: object) {
  const router = createMemoryRouter(
    [
      { path: '/cluster/:clusterId/kubernetes/:kubeCluster/pods', element: 'The list of pods' },
      { path: '/cluster/:clusterId/kubernetes/:kubeCluster/:view/*', element: <KubernetesRoute /> },
      { path: '*', element: 'Another page' },
    ],
    { initialEntries: [before, { pathname: LOG, state }] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

test('a log shows cluster, namespace and user of its pod', async () => {
  open('/');
  await screen.findByText('one');
  expect(screen.getByText('eu-1 (as dev)')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'default' }).getAttribute('href')).toBe(FILTERED);
  await waitFor(() => expect(document.title).toBe('web-1 • default • eu-1 (as dev) • Logs'));
});

test('the back button returns to the previous list, also after a change of container', async () => {
  const address = open(`${PODS}?search=web`, { from: PODS });
  await userEvent.selectOptions(await screen.findByLabelText('Container'), 'side');
  await screen.findByRole('heading', { name: 'web-1 / side' });
  await userEvent.click(screen.getByRole('button', { name: 'Pods' }));
  expect(address()).toBe(`${PODS}?search=web`);
});

test('without a previous list the back button opens the pods of the namespace', async () => {
  const address = open('/', { from: '/cluster/east/nodes' });
  await userEvent.click(await screen.findByRole('button', { name: 'Pods' }));
  expect(address()).toBe(FILTERED);
});
