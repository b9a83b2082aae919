import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { fetchHeadlessRequest } from '../../api/headless.ts';
import { webAuthnProblem } from '../../api/webauthn.ts';
import { HEADLESS_WAIT_MS } from '../../wire/constants.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { WaitingBox } from '../../ui/plain/Waiting.tsx';
import { useNow } from '../../ui/useNow.ts';
import { PendingCard, type Ending } from './PendingCard.tsx';

type Props = {
  requestId: string;
  /** The user who would be signed in. */
  username: string;
};

/** `/web/headless/…`: a command line elsewhere waits for its sign-in (screens §21). */
export function HeadlessPage({ requestId, username }: Props) {
  // Checked before the request: without a key the user cannot approve anything here.
  const problem = webAuthnProblem();
  if (problem !== undefined) return <UnsupportedCard problem={problem} />;
  return <Approval requestId={requestId} username={username} />;
}

function Approval({ requestId, username }: Props) {
  const query = useQuery({
    queryKey: ['headless', requestId],
    queryFn: ({ signal }) => fetchHeadlessRequest(requestId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data: request, error } = query;
  const [startedMs] = useState(() => Date.now());
  const [ending, setEnding] = useState<Ending>();
  const nowMs = useNow(ending ? undefined : 1000);

  const end = async (next: Ending) => {
    if (next.kind === 'refused') await query.refetch(); // another tab may have answered it
    setEnding(next);
  };
  if (ending?.kind === 'approved' || request?.state === 'approved') return <ApprovedCard user={username} />;
  if (ending?.kind === 'rejected' || request?.state === 'denied') return <RejectedCard />;
  if (ending) return <LostCard what="The request was not answered" error={ending.error} />;
  if (request) {
    const leftMs = request.endsAtMs - nowMs;
    return leftMs > 0 ? <PendingCard request={request} leftMs={leftMs} onEnd={end} /> : <ExpiredCard />;
  }
  if (error && ![400, 403, 404].some((status) => isApiError(error, status)))
    return (
      <Card title="Could not load the request">
        <Note kind="danger" actions={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {describeFailure(error).why}.
        </Note>
      </Card>
    );
  if (error) {
    return (
      <LostCard what="The request was not found" error={error}>
        It may have expired, been cancelled, or be meant for a user other than {username}.
      </LostCard>
    );
  }
  return (
    <Card title="Waiting for the command line">
      <WaitingBox title="Looking for the request" untilMs={startedMs + HEADLESS_WAIT_MS}>
        The server waits for the request if it has not arrived yet.
      </WaitingBox>
    </Card>
  );
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <MessageCard kind="Command line" title={title}>
    {children}
  </MessageCard>
);

const ApprovedCard = ({ user }: { user: string }) => (
  <Card title="Sign-in approved">
    <Note kind="ok">The command line is signed in as {user}.</Note>
    <p>Return to the terminal. You can close this window.</p>
  </Card>
);

const RejectedCard = () => (
  <Card title="Sign-in rejected">
    <Note>The command line was refused and received no certificates.</Note>
    <p>
      If you did not start it, tell your administrator that someone else uses your user name. Otherwise you can close
      this window.
    </p>
  </Card>
);

const ExpiredCard = () => (
  <Card title="The request has expired">
    <Note kind="warn">
      The request was not answered within three minutes. The command line received no certificates.
    </Note>
    <p>Start it again in the terminal and open the new link. You can close this window.</p>
  </Card>
);

type LostProps = {
  what: string;
  error: unknown;
  /** The possible reason, if the server does not send it. */
  children?: ReactNode;
};

const LostCard = ({ what, error, children }: LostProps) => (
  <Card title="There is nothing to approve">
    <ErrorNote
      what={what}
      {...describeFailure(error)}
      safe="Nothing was approved"
      todo="Start again in the terminal and open the new link. You can close this window"
    />
    {children && <p>{children}</p>}
  </Card>
);

const UnsupportedCard = ({ problem }: { problem: string }) => (
  <Card title="This browser cannot approve">
    <Note kind="danger">{problem}</Note>
    <p>Open this link in another browser where you are signed in. The command line waits for three minutes.</p>
  </Card>
);
