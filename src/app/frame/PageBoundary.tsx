import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { InternalErrorCard } from '../../views/message/MessageCards.tsx';

type Props = {
  /** Identifies the page. A new value resets the error. */
  page: string;
  children: ReactNode;
};

/**
 * A page that fails to render fails alone: the frame stays (specification §8). "Try again" also requests the answer again
 * that the page could not draw.
 */
export function PageBoundary({ page, children }: Props) {
  const client = useQueryClient();
  return (
    <ErrorBoundary
      shown={page}
      fallback={(error, onAgain) => (
        <InternalErrorCard
          inFrame
          message={errorMessage(error)}
          actions={
            <Button
              size="form"
              kind="primary"
              onClick={() => {
                client.removeQueries({ type: 'inactive' });
                onAgain();
              }}
            >
              Try again
            </Button>
          }
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
