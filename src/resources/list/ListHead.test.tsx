import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { kubePods } from '../../descriptors/late/kubePods.ts';
import nodes from '../../descriptors/nodes.descriptor.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { ListHead } from './ListHead.tsx';

const headOf = (resource: Resource, path: string, at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route
          path={path}
          element={
            <ListHead resource={resource} count="3" lined>
              {null}
            </ListHead>
          }
        />
      </Routes>
    </MemoryRouter>,
  );

test('a nested page shows its parent and links to it', () => {
  headOf(kubePods, '/cluster/:clusterId/kubernetes/:kubeCluster/:view', '/cluster/east/kubernetes/dev%40eu-1/pods');
  expect(screen.getByRole('heading', { name: 'Pods' })).toBeTruthy();
  expect(screen.getByText('eu-1 (as dev)')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Kubernetes' });
  expect(link.getAttribute('href')).toBe('/cluster/east/kubernetes');
});

test('a top-level page shows only its name', () => {
  headOf(nodes, '/cluster/:clusterId/nodes', '/cluster/east/nodes');
  expect(screen.getByRole('heading', { name: 'Servers' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
});
