import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { can } from '../api/can.ts';
import { at } from '../lib/json.ts';
import { useRowWrites } from '../resources/useRowWrites.ts';
import { AwsWizard } from '../views/integrations/AwsWizard.tsx';
import { EnrollPicker } from '../views/integrations/EnrollPicker.tsx';
import { AWS_OIDC } from '../wire/clouds.ts';
import { NotFound } from './routeElements.tsx';
import { paths } from './paths.ts';
import { useConsole } from './useConsole.ts';

/** `/web/integrations/new/{type?}`: the choice of a service, and its steps (screens §18.2, §18.3). */
export default function NewIntegrationRoute() {
  const { type } = useParams();
  const { user } = useConsole();
  const navigate = useNavigate();
  // The enrollment of a resource sends users here, and continues afterwards with its own state.
  const discover: unknown = at(useLocation().state, 'discover');
  const writes = useRowWrites('integrations');

  if (type === undefined) {
    const may = can(user.acl, 'integrations', 'create');
    return (
      <EnrollPicker
        blocked={may.ok ? undefined : may.why}
        onAws={() => void navigate(paths.newIntegration({ type: AWS_OIDC }))}
      />
    );
  }
  if (type !== AWS_OIDC) return <NotFound />;
  return (
    <AwsWizard
      username={user.username}
      publicAddress={user.cluster.publicURL || location.host}
      create={(values) => writes.create(values)}
      onward={
        discover === undefined
          ? undefined
          : (integrationName) => void navigate(paths.discover(), { state: { integrationName, discover } })
      }
      onLeave={() => void navigate(discover === undefined ? paths.integrations() : paths.discover())}
      onList={() => void navigate(paths.integrations())}
    />
  );
}
