import { use, useMemo } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { userContext } from '../../api/userContext.ts';
import type { AccessQuestion, ActionContext, MenuEntry } from '../../descriptors/model/actionModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { resources } from '../../descriptors/index.ts';
import type { Steps } from '../../descriptors/steps.ts';
import { isClusterScoped, resourceName } from '../../descriptors/resourceName.ts';
import { needsOf, verdictOf } from '../../descriptors/restrict.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { writeAccessView, type AccessView } from '../access/accessAddress.ts';
import { useLatest } from '../useLatest.ts';
import { copyWithToast } from '../../ui/copyWithToast.ts';
import { MissingPagesContext } from './missingPages.ts';
import type { PageNavigation } from './menuItems.ts';

/** In the order of the navigation: resources to connect to, then resources to manage. */
const clusterPages = resources
  .filter(isClusterScoped)
  .toSorted(
    ({ nav: a }, { nav: b }) =>
      Number(a?.category === 'Management') - Number(b?.category === 'Management') ||
      (a?.weight ?? Infinity) - (b?.weight ?? Infinity),
  );

/** A page that the user may not see stays in the list, with the missing rule. */
function pagesOf(clusterId: string): readonly MenuEntry[] {
  const { acl } = userContext();
  return clusterPages.map((resource) => {
    const verdict = verdictOf(acl, needsOf(resource, 'list'));
    return {
      label: resource.nav?.label ?? resource.label[1],
      icon: resource.icon,
      to: `/${resourceName(resource, { clusterId })}`,
      ...(!verdict.ok && { blocked: verdict.why }),
    };
  });
}

/** The check is for the signed-in user until another one is selected. */
function viewOf(about: AccessQuestion): AccessView {
  if ('role' in about) return { show: 'reach', role: about.role };
  if ('user' in about) return { show: 'check', ask: { user: about.user, kind: 'node', id: '', as: [] } };
  return { show: 'check', ask: { user: userContext().username, kind: about.kind, id: about.id, as: [] } };
}

/** What actions can do besides calling the API. The same object as long as the cluster does not change. */
export function useActionContext(
  clusterId: string,
  openDialog: (name: string, row: Row) => void,
  openSteps: (steps: Steps) => void,
): ActionContext & PageNavigation {
  const missing = use(MissingPagesContext);
  const root = useHref('/').replace(/\/$/, '');
  const newest = useLatest({ navigate: useNavigate(), location: useLocation(), openDialog, openSteps });
  return useMemo(() => {
    const href = (to: string): string => clusterAddress(to) ?? root + to;
    return {
      clusterId,
      pagesOf,
      href,
      go(to) {
        const { navigate, location } = newest.current;
        void navigate(to, { state: { from: location.pathname } });
      },
      openTab: (to) => void window.open(href(to), '_blank', 'noopener'),
      checkAccess(about) {
        const { navigate, location } = newest.current;
        void navigate({ pathname: location.pathname, search: writeAccessView(location.search, viewOf(about)) });
      },
      dialog: (name, row) => newest.current.openDialog(name, row),
      steps: (steps) => newest.current.openSteps(steps),
      missing: (to) => (clusterAddress(to) === undefined ? missing(to) : undefined),
      copy: (text, label) => void copyWithToast(text, label),
    };
  }, [clusterId, root, missing, newest]);
}

const LAUNCH = '/launch/';

const IP_ADDRESS = /^(\[.*\]|[\d.]+)$/;

/**
 * The launcher for applications in the cluster's own console, for hosts where this console cannot open them.
 * Applications have names below the console's name, and an IP address has none (docs/applications.md). Undefined for
 * every other page, and for our gateway, which has no other console.
 */
export function clusterAddress(
  to: string,
  { isGateway }: Pick<typeof serverBehaviour, 'isGateway'> = serverBehaviour,
  { publicURL }: { publicURL: string } = userContext().cluster,
  host = location.hostname,
): string | undefined {
  if (!to.startsWith(LAUNCH) || isGateway || publicURL === '' || !IP_ADDRESS.test(host)) return undefined;
  return `https://${publicURL}/web${to}`;
}
