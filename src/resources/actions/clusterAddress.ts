import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { userContext } from '../../api/userContext.ts';

const LAUNCH = '/launch/';

/**
 * The address of a page that this console has not, and the cluster's own console has: the launcher of applications.
 * undefined for every other page, and where the server is our gateway, which has no other console.
 */
export function clusterAddress(
  to: string,
  { launchesApps }: Pick<typeof serverBehaviour, 'launchesApps'> = serverBehaviour,
  { publicURL }: { publicURL: string } = userContext().cluster,
): string | undefined {
  if (!to.startsWith(LAUNCH) || !launchesApps || publicURL === '') return undefined;
  return `https://${publicURL}/web${to}`;
}
