import { Button } from '../ui/plain/Button.tsx';
import { InternalErrorCard } from '../views/message/MessageCards.tsx';

/** In place of a page whose script did not arrive: no network, or a server that has been updated meanwhile. */
export const StartFailure = ({ error }: { error: unknown }) => (
  <InternalErrorCard
    message={error instanceof Error ? error.message : String(error)}
    actions={
      <Button kind="primary" size="form" autoFocus onClick={() => location.reload()}>
        Try again
      </Button>
    }
  />
);
