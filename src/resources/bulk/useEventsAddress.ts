import { config } from '../../api/config.ts';
import { resources } from '../../descriptors/index.ts';
import { locateResource } from '../../descriptors/resourceName.ts';
import type { Acl } from '../../api/can.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { fillPath } from '../../api/urls.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { formatDate } from '../../lib/dates.ts';
import { predicateOf } from '../../wire/predicate/chips.ts';
import { useUser } from '../useUser.ts';
import { spanText } from '../window/range.ts';
import type { BulkJob } from './BulkJob.ts';

const events = resources.find((resource) => resource.list.histogram !== undefined);

/**
 * The address of the list with the events of a job, if the user may see them. `name` is react-admin's resource name.
 */
export function useEventsAddress(name: string, code: string | undefined, work: BulkJob): string | undefined {
  const { acl, username } = useUser();
  const clusterId = locateResource(resources, name)?.params['clusterId'] ?? config.proxyCluster;
  return eventsAddress({ events, clusterId, acl, user: username, code, work });
}

/** The clocks of server and browser differ slightly. */
const SKEW_MS = 5000;

type Options = {
  /** The list of events, if there is one. */
  events: Resource | undefined;
  clusterId: string;
  acl: Acl;
  /** The user who ran it. */
  user: string;
  /** The code of the job's events. */
  code: string | undefined;
  work: BulkJob;
};

/**
 * The address of the list with the events of a job. Undefined if they are not recorded, or the user may not see them.
 */
export function eventsAddress({ events, clusterId, acl, user, code, work }: Options): string | undefined {
  if (!events || code === undefined || !restrict(events, acl).may.list.ok) return undefined;
  const times = [...work.run.states.get().values()].flatMap((state) => (state.kind === 'done' ? [state.atMs] : []));
  if (times.length === 0) return undefined;
  const span = {
    fromMs: Math.floor((work.startedMs - SKEW_MS) / 1000) * 1000,
    toMs: Math.ceil((Math.max(...times) + SKEW_MS) / 1000) * 1000,
  };
  const [from, to] = [span.fromMs, span.toMs].map((ms) => formatDate(new Date(ms), 'local'));
  const query = predicateOf([
    { kind: 'is', key: 'user', values: [user] },
    { kind: 'is', key: 'code', values: [code] },
  ]);
  const params = new URLSearchParams({ from: from ?? '', to: to ?? '', span: spanText(span), query });
  return `/${fillPath(events.path, { clusterId })}?${params.toString()}`;
}
