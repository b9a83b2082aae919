import { config } from '../../api/config.ts';
import { resources } from '../../descriptors/index.ts';
import { locateResource } from '../../descriptors/resourceName.ts';
import { useUser } from '../useUser.ts';
import { eventsAddress } from './bulkEvents.ts';
import type { BulkJob } from './BulkJob.ts';

const events = resources.find((resource) => resource.list.histogram !== undefined);

/** Where the events of a work are listed, for whom may see them. `name` is the one react-admin knows its resource by. */
export function useEventsAddress(name: string, code: string | undefined, work: BulkJob): string | undefined {
  const { acl, username } = useUser();
  const clusterId = locateResource(resources, name)?.params['clusterId'] ?? config.proxyCluster;
  return eventsAddress({ events, clusterId, acl, user: username, code, work });
}
