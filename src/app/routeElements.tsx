import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Resource } from '../descriptors/defineResource.ts';
import { resourceName } from '../descriptors/resourceName.ts';
import { ResourcePage } from '../resources/ResourcePage.tsx';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { AccessDeniedCard } from '../views/message/MessageCards.tsx';
import { Frame } from './frame/Frame.tsx';
import { hiddenBecause, type Flag } from './features.ts';
import type { Page } from './page.ts';
import { useConsole } from './useConsole.ts';

export const { Part: NotFound } = lazyComponent(() => import('./NotFoundPage.tsx'), { name: 'Why there is no page' });

/** Titles contain the cluster if the address does (screens §1.1). */
const titleOf = (title: string, clusterId: string | undefined): string =>
  clusterId ? `${clusterId} • ${title}` : title;

type GuardProps = {
  flag: Flag | undefined;
  within: Page['within'];
  /** The page itself shows what is forbidden, and keeps its input. */
  forbids?: boolean;
  children: ReactNode;
};

/**
 * The wrapper of a page in its route. A page that the user's roles do not allow does not exist for them. If they
 * allowed it until now, it shows the missing rule. Every route has this shape, so that the frame stays mounted between
 * pages.
 */
export function Guarded({ flag, within, forbids = false, children }: GuardProps) {
  const { user, config, lost } = useConsole();
  const missing = flag && hiddenBecause(flag, user.acl, config);
  if (missing !== undefined && flag && !lost.has(flag)) return <NotFound />;
  const page = missing !== undefined && !forbids ? <AccessDeniedCard inFrame message={missing} /> : children;
  return within === 'frame' ? <Frame>{page}</Frame> : page;
}

/** A generated page. Another cluster is another page, not the same one with other rows. */
export function ResourceRoute({ resource }: { resource: Resource }) {
  const { clusterId } = useParams();
  return (
    <>
      <title>{titleOf(resource.title ?? resource.label[1], clusterId)}</title>
      <ResourcePage key={resourceName(resource, { clusterId })} resource={resource} otherwise={<NotFound inFrame />} />
    </>
  );
}

export function PageRoute({ page: { title, Component } }: { page: Page }) {
  const { clusterId } = useParams();
  return (
    <>
      {title !== undefined && <title>{titleOf(title, clusterId)}</title>}
      <Component />
    </>
  );
}
