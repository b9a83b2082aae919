import { pageRows } from '../../api/lists.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useAfter } from '../useAfter.ts';
import { useListFeed } from './useListFeed.ts';

/** Long enough for the first rows of the page itself. */
const PATIENCE_MS = 2000;

type Props = { resource: Resource; clusterId: string; className: string | undefined };

/** How many rows a list has now. Its page reads the same answer, so that nothing is asked twice. */
export function LiveCount({ resource, clusterId, className }: Props) {
  const { sort, rereadEveryMs } = resource.list;
  const enabled = useAfter(PATIENCE_MS, true);
  const { rows, total } = useListFeed(
    resourceName(resource, { clusterId }),
    { filter: {}, sort },
    { enabled, perPage: pageRows(resource.wire.list), rereadEveryMs },
  );
  if (!rows || total === 0) return null;
  return <span className={className}>{formatCount(total)}</span>;
}
