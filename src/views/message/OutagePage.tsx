import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';

const RETRY_MS = 3_000;

type Props = {
  /** Why the cluster could not be reached when the page was loaded. */
  message: string;
  /** The reason why it still cannot be reached. Undefined once it can. */
  probe: (signal: AbortSignal) => Promise<string | undefined>;
  /** Reloads the page at its own address. */
  onReachable: () => void;
};

/** Replaces every page while the cluster behind the console does not respond. Continues automatically when it does. */
export function OutagePage({ message, probe, onReachable }: Props) {
  const [why, setWhy] = useState(message);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const now = await probe(leaving.signal);
      if (leaving.signal.aborted) return;
      if (now === undefined) return onReachable();
      setWhy(now);
      timer = setTimeout(() => void ask(), RETRY_MS);
    };
    timer = setTimeout(() => void ask(), RETRY_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [probe, onReachable]);
  return (
    <>
      <title>Cluster not reachable</title>
      <OfflineCard what="The cluster" message={why} onRetry={onReachable}>
        <p role="status">This page tries again every few seconds and then continues where you were.</p>
      </OfflineCard>
    </>
  );
}

type OfflineProps = { what: string; message: string; onRetry: () => void; children?: ReactNode };

/** For a cluster or a server that does not respond. */
export const OfflineCard = ({ what, message, onRetry, children }: OfflineProps) => (
  <MessageCard
    kind="Offline"
    title={`${what} does not answer`}
    actions={
      <Button kind="primary" size="form" autoFocus onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {message && <Note kind="danger">{message}</Note>}
    {children}
    <p>Unsaved text is kept as a draft, and open sessions continue without this page.</p>
  </MessageCard>
);
