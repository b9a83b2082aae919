import { useMemo } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { at, textAt } from '../lib/json.ts';
import { DiscoverPage } from '../views/discover/DiscoverPage.tsx';
import type { DiscoverEnv } from '../views/discover/flow/flow.ts';
import { ACCESS_AT_ONCE } from '../wire/config.ts';
import { href, paths } from './paths.ts';
import { useConsole } from './useConsole.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { refreshUserContext } from '../api/userContext.ts';

/** The browser has reloaded this page, or has come back to it. Links and typed addresses do not count. */
const isReloaded = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');

/** `/web/discover`, with the card of the flow for `resource` (screens §19). */
export default function DiscoverRoute() {
  const { config, user, keeper } = useConsole();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const [params] = useSearchParams();
  // A link from another site, a reload and the back button are POP.
  const hasActed = useNavigationType() === 'PUSH';
  const isAtOnce = config.extensions.includes(ACCESS_AT_ONCE);
  const env = useMemo(
    (): DiscoverEnv => ({
      config,
      user,
      clusterId: config.proxyCluster,
      isEmbedded: serverBehaviour.isGateway,
      proxy: user.cluster.publicURL,
      // The renewal started with the write (followAccess.ts), and this waits for it.
      async reloadUser() {
        if (!isAtOnce) await keeper.renew();
        await refreshUserContext();
      },
      href,
    }),
    [config, user, keeper, isAtOnce],
  );
  const [returned, resumes] = [at(state, 'discover'), at(state, 'resumes')];
  const card = textAt(returned, 'card');
  const selector = paths.discover();
  return (
    <DiscoverPage
      env={env}
      resource={params.get('resource') ?? (card || undefined)}
      entity={textAt(state, 'entity') || undefined}
      returned={
        card === ''
          ? undefined
          : { card, runId: textAt(returned, 'runId'), integrationName: textAt(state, 'integrationName') }
      }
      resumes={resumes === true || (!hasActed && isReloaded()) || (hasActed && resumes === false ? false : undefined)}
      hasActed={hasActed}
      selector={selector}
      onOpen={(opened, resumes = false) =>
        void navigate(opened ? `${selector}?resource=${opened.id}` : selector, { state: { resumes } })
      }
      onDetour={(path, discover) => void navigate(path, { state: { discover } })}
    />
  );
}
