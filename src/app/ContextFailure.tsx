import { useRouteError } from 'react-router-dom';
import { describeFailure, isApiError } from '../api/errors.ts';
import { config } from '../api/config.ts';
import { Button } from '../ui/plain/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { InternalErrorCard, OfflineCard } from '../views/message/MessageCards.tsx';

/** In place of everything: who is signed in could not be learnt, or the frame itself failed. */
export function ContextFailure() {
  const error = useRouteError();
  const { why, details } = describeFailure(error);
  const reload = () => location.reload();
  if (isApiError(error, 0)) return <OfflineCard what={config.proxyCluster} message={why} onRetry={reload} />;
  return (
    <InternalErrorCard
      message={why}
      actions={
        <>
          <Button size="form" kind="primary" autoFocus onClick={reload}>
            Try again
          </Button>
          <CopyButton size="form" text={details}>
            Copy details
          </CopyButton>
        </>
      }
    />
  );
}
