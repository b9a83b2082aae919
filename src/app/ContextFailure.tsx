import { useRouteError } from 'react-router-dom';
import { describeFailure, isApiError } from '../api/errors.ts';
import { config } from '../api/config.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { RetryOrSignOut } from './LockedPage.tsx';
import { openOutage } from './openOutage.tsx';
import { AccessDeniedCard, InternalErrorCard } from '../views/message/MessageCards.tsx';
import { OfflineCard } from '../views/message/OutagePage.tsx';

/** Statuses of a cluster that is restarting or busy. */
const PASSING: readonly number[] = [429, 502, 503, 504];

/** Replaces the whole console: the user could not be loaded, or the frame itself failed. */
export default function ContextFailure({ keeper }: { keeper: SessionKeeper }) {
  const error = useRouteError();
  const { why, details } = describeFailure(error);
  if (isApiError(error) && (error.isForeign || PASSING.includes(error.status))) return openOutage(why);
  if (isApiError(error, 0))
    return <OfflineCard what={config.proxyCluster} message={why} onRetry={() => location.reload()} />;
  const actions = (
    <>
      <RetryOrSignOut keeper={keeper} />
      <CopyButton size="form" text={details}>
        Copy details
      </CopyButton>
    </>
  );
  if (!isApiError(error, 403)) return <InternalErrorCard message={why} actions={actions} />;
  return (
    <AccessDeniedCard message={why} actions={actions}>
      <p>Your user may be locked, or your roles may not give you access. Ask an administrator.</p>
    </AccessDeniedCard>
  );
}
