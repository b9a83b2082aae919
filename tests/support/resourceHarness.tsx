// Generated pages with recorded answers, in the console of `mara`, cluster `east`.
import { QueryClient } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { RULE_KINDS, type Acl } from '../../src/api/can.ts';
import { toUserContext, type UserContext } from '../../src/api/userContext.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import type { Resource } from '../../src/descriptors/defineResource.ts';
import { resources, unserved } from '../../src/descriptors/index.ts';
import { resourceName } from '../../src/descriptors/resourceName.ts';
import { ResourcePage } from '../../src/resources/ResourcePage.tsx';
import { ToastHost } from '../../src/ui/ToastHost.tsx';
import { ACL_VERBS } from '../../src/wire/userContext.ts';

export const CLUSTER = 'east';

/** Full access to every kind. */
export const FULL_ACL = Object.fromEntries(
  Object.keys(RULE_KINDS).map((key) => [key, Object.fromEntries(Object.keys(ACL_VERBS).map((verb) => [verb, true]))]),
) as Acl;

export const contextWith = (acl: Acl): UserContext =>
  toUserContext({ userName: 'mara', userAcl: acl, posternAcl: {}, cluster: { name: CLUSTER } });

/** A layout for a document without one: otherwise no row would be visible. */
export function stubLayout(): void {
  for (const width of ['offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, width, 'get').mockReturnValue(1400);
  for (const height of ['offsetHeight', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, height, 'get').mockReturnValue(800);
}

/** react-admin prints every failed call in development mode. A test that provokes one removes it from the record. */
export async function forgetFailedCall(): Promise<void> {
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  vi.mocked(console.error).mockClear();
}

/** Opens the page of a resource. `below` is the rest of the path: a row, a search. */
export function openResource(resource: Resource, below = '') {
  stubLayout();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const page = (
    <CoreAdminContext
      queryClient={queryClient}
      dataProvider={createDataProvider([...resources, ...unserved], { isCurrent: false, hasRevisions: false })}
    >
      <>
        <ResourcePage resource={resource} otherwise={null} />
        <ToastHost />
      </>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: `${resource.path}/*`, element: page }], {
    basename: '/web',
    // A new history entry: it stores the scroll position of a list, and must not have that of the previous test.
    initialEntries: [
      { ...parsePath(`/web/${resourceName(resource, { clusterId: CLUSTER })}${below}`), key: crypto.randomUUID() },
    ],
  });
  render(<RouterProvider router={router} />);
  return { address: () => router.state.location.pathname + router.state.location.search };
}
