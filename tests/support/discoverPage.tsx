// The page "Enroll new resource" with a stub server.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { createMemoryRouter, RouterProvider, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { toConfig } from '../../src/api/config.ts';
import { toUserContext } from '../../src/api/userContext.ts';
import { DiscoverPage } from '../../src/views/discover/DiscoverPage.tsx';
import type { DiscoverEnv } from '../../src/views/discover/flow/flow.ts';
import type { UserAclJson } from '../../src/wire/userContext.ts';

export const ALL = { list: true, read: true, edit: true, create: true, remove: true, use: true };
export const ACL: UserAclJson = Object.fromEntries(
  ['tokens', 'nodes', 'users', 'appServers', 'dbServers', 'kubeServers', 'desktops', 'connectionDiagnostic'].map(
    (key) => [key, ALL],
  ),
);
/** A timeout for flows, which load when they start. */
export const SLOW = { timeout: 10_000 };
const RESOURCE_ID = { name: 'teleport.internal/resource-id', value: '5b1e' };

/** Every request, oldest first. */
export const sent: { method: string; path: string; body: unknown }[] = [];
/** Answers or promises of answers by the end of a path, with or without the method. 404 for all others. */
export const answers: Record<string, unknown> = {};
export const events = () =>
  sent
    .filter(({ path }) => path.endsWith('/capture'))
    .map(({ body }) => body as { event: string; eventData: { stepStatus: string; resource: string } })
    .map(({ event, eventData }) => `${event.replace('tp.ui.discover.', '')} ${eventData.stepStatus.split('_').at(-1)}`);

/** Answers from `answers` in each test of the calling file. */
export function answerDiscover(): void {
  beforeEach(() => {
    localStorage.clear();
    sent.length = 0;
    for (const name of Object.keys(answers)) answers[name] = undefined;
    Object.assign(answers, {
      capture: '',
      token: { id: 'ab12', expiry: new Date(Date.now() + 4 * 3600_000).toISOString(), suggestedLabels: [RESOURCE_ID] },
      nodes: { items: [] },
      kubernetes: { items: [] },
    });
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) });
      const name = path.split('?')[0]?.split('/').at(-1) ?? '';
      const answer = await (answers[`${method} ${name}`] ?? answers[name]);
      if (answer instanceof Response) return answer.clone();
      return answer === undefined
        ? new Response(JSON.stringify({ error: { message: 'not found' } }), { status: 404 })
        : new Response(JSON.stringify(answer));
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    // The requests of a page that unmounts belong to its own test.
    cleanup();
    await new Promise((resolve) => setTimeout(resolve));
    vi.unstubAllGlobals();
  });
}

export type Options = {
  acl?: UserAclJson;
  authType?: 'local' | 'sso';
  at?: string;
  config?: Parameters<typeof toConfig>[0];
  isEmbedded?: boolean;
  /** The access of the roles after the user was read again. */
  aclAfterReload?: UserAclJson;
  /** The user opens `at` by a link of another page. */
  byLink?: boolean;
  /** The page was reloaded. */
  isReload?: boolean;
};

function TestPage({ env: first, aclAfterReload, byLink, isReload = false }: { env: DiscoverEnv } & Options) {
  const isPush = useNavigationType() === 'PUSH';
  const [acl, setAcl] = useState(first.user.acl);
  const env = useMemo(
    () => ({
      ...first,
      user: { ...first.user, acl },
      async reloadUser() {
        await first.reloadUser();
        if (aclAfterReload) setAcl({ ...acl, ...aclAfterReload });
      },
    }),
    [first, acl, aclAfterReload],
  );
  const { search, state } = useLocation() as { search: string; state: { entity?: string; resumes?: boolean } | null };
  const navigate = useNavigate();
  return (
    <DiscoverPage
      env={env}
      resource={new URLSearchParams(search).get('resource') ?? undefined}
      entity={state?.entity}
      returned={undefined}
      resumes={isReload || state?.resumes}
      hasActed={isPush || byLink !== true}
      selector="/discover"
      onOpen={(card, resumes) =>
        void navigate(card ? `/discover?resource=${card.id}` : '/discover', { state: { resumes } })
      }
      onDetour={() => undefined}
    />
  );
}

/** Draws the page at an address. */
export function open({
  acl = ACL,
  authType = 'local',
  at = '/discover',
  config = {},
  isEmbedded = false,
  ...options
}: Options = {}) {
  const user = toUserContext({
    userName: 'mara',
    authType,
    userAcl: acl,
    cluster: { name: 'east', publicURL: 'east.example.test:443', authVersion: '13.1.3' },
  });
  const env: DiscoverEnv = {
    config: toConfig({ proxyCluster: 'east', ...config }),
    user,
    clusterId: 'east',
    isEmbedded,
    proxy: 'east.example.test:443',
    reloadUser: vi.fn<() => Promise<void>>().mockResolvedValue(),
    href: (path) => `/web${path}`,
  };
  const router = createMemoryRouter(
    [
      { path: '/discover', element: <TestPage env={env} {...options} /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { env, router };
}
export const card = (name: RegExp) => screen.getByRole('button', { name });
