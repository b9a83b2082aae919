import { useParams, useSearchParams } from 'react-router-dom';
import { config } from '../api/config.ts';
import { LaunchPage } from '../views/launch/LaunchPage.tsx';
import { APPS_BY_FORM } from '../wire/config.ts';
import { href, paths } from './paths.ts';

export default function LaunchRoute() {
  const { fqdn = '', clusterId, publicAddr, arn } = useParams();
  const [query] = useSearchParams();
  const launch = {
    fqdn,
    ...(clusterId !== undefined && { clusterId }),
    ...(publicAddr !== undefined && { publicAddr }),
    ...(arn !== undefined && { arn }),
    path: query.get('path') ?? '/',
    byForm: config.extensions.includes(APPS_BY_FORM),
  };
  const listUrl = href(paths.apps({ clusterId: clusterId ?? config.proxyCluster }));
  return <LaunchPage key={JSON.stringify(launch)} launch={launch} listUrl={listUrl} />;
}
