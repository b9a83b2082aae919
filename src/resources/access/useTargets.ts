import { useQueries } from '@tanstack/react-query';
import { useDataProvider, type DataProvider } from 'ra-core';
import { useState } from 'react';
import { toAccessTarget, type AccessTarget } from '../../access/explain/roleReach.ts';
import { describeFailure } from '../../api/errors.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { resources } from '../../descriptors/index.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { needsOf, verdictOf } from '../../descriptors/restrict.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { LIST_LIMIT_MAX } from '../../wire/constants.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import { useUser } from '../useUser.ts';

/** A resource whose rows roles grant by their labels. */
export type Reachable = Resource & { access: NonNullable<Resource['access']> };

/** One row as roles see it. */
export type RowTarget = AccessTarget & { row: Row; name: string };

/** The rows of one kind, as far as they are loaded. */
export type Targets = {
  kind: ReachableKind;
  resource: Reachable;
  /** React-admin's resource name. */
  name: string;
} & (
  | { state: 'reading' }
  | { state: 'unread'; why: string }
  | { state: 'read'; targets: readonly RowTarget[]; total: number; readAtMs: number }
);

const STALE_MS = 60_000;

const isReachable = (resource: Resource): resource is Reachable => resource.access !== undefined;
export const reachables: readonly Reachable[] = resources.filter(isReachable);

export const labelsOf = (resource: Resource, row: Row): Readonly<Record<string, string>> =>
  Object.fromEntries((resource.predicate?.labels(row) ?? []).map(({ name, value }) => [name, value]));

const targetOf = (resource: Resource, row: Row): RowTarget => ({
  ...toAccessTarget(labelsOf(resource, row)),
  row,
  name: rowTitle(resource, row),
});

type ReadTargets = { targets: readonly RowTarget[]; total: number; readAtMs: number };

async function readTargets(
  dataProvider: DataProvider,
  resource: Reachable,
  name: string,
  pages: number,
  signal: AbortSignal,
): Promise<ReadTargets> {
  const targets: RowTarget[] = [];
  let total = 0;
  for (let page = 1; page <= pages; page++) {
    const pagination = { page, perPage: LIST_LIMIT_MAX };
    const answer = await dataProvider.getList<Row>(name, { pagination, sort: resource.list.sort, signal });
    // Page by page, because reading all of them at once would block the page.
    for (const row of answer.data) targets.push(targetOf(resource, row));
    total = Math.max(answer.total ?? 0, targets.length);
    if (answer.pageInfo?.hasNextPage !== true) break;
  }
  return { targets, total, readAtMs: Date.now() };
}

type TargetsRead = {
  targets: readonly Targets[];
  hasMore: boolean;
  /** More pages are loading. */
  isReadingMore: boolean;
  loadAll: () => void;
};

const ALL_PAGES = Number.MAX_SAFE_INTEGER;

/**
 * The first rows of every kind that roles grant by labels, in one cluster. `loadAll` reads the rest. Kinds that this
 * user may not list are `unread`. `allOf`: every row of that kind and none of the others.
 */
export function useTargets(clusterId: string, allOf?: ReachableKind): TargetsRead {
  const dataProvider = useDataProvider();
  const { acl } = useUser();
  const [pages, setPages] = useState(allOf ? ALL_PAGES : 1);
  const requested = reachables
    .filter(({ access }) => allOf === undefined || access.kind === allOf)
    .map((resource) => ({
      resource,
      name: resourceName(resource, { clusterId }),
      verdict: verdictOf(acl, needsOf(resource, 'list')),
    }));
  const answers = useQueries({
    queries: requested.map(({ resource, name, verdict }) => ({
      queryKey: ['access', 'things', name, pages],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTargets(dataProvider, resource, name, pages, signal),
      enabled: verdict.ok,
      staleTime: STALE_MS,
      structuralSharing: false, // comparing ten thousand rows takes longer than showing them
      placeholderData: (before: ReadTargets | undefined) => before,
    })),
  });
  const targets = requested.map(({ resource, name, verdict }, i): Targets => {
    const base = { kind: resource.access.kind, resource, name };
    const { data, error } = answers[i] ?? {};
    if (!verdict.ok) return { ...base, state: 'unread', why: verdict.why };
    if (data) return { ...base, state: 'read', ...data };
    return error ? { ...base, state: 'unread', why: describeFailure(error).why } : { ...base, state: 'reading' };
  });
  const isReadingMore = answers.some(({ isPlaceholderData }) => isPlaceholderData);
  return {
    targets,
    isReadingMore,
    hasMore: !isReadingMore && targets.some((group) => group.state === 'read' && group.total > group.targets.length),
    loadAll: () => setPages(ALL_PAGES),
  };
}
