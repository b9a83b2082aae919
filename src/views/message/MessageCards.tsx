import type { ReactNode } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { MessageAddress, MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';

// The message screens (specification §2, §8). Each takes the server's own words where there are any.

type Words = {
  message?: string | undefined;
  actions?: ReactNode;
  foot?: ReactNode;
  inFrame?: boolean;
};

const Refusal = ({ message }: { message: string | undefined }) => message && <Note kind="danger">{message}</Note>;

type NotFoundProps = Words & {
  /** The address that leads nowhere. */
  address: string;
};

export const NotFoundCard = ({ address, message, actions, foot, inFrame }: NotFoundProps) => (
  <MessageCard
    kind="404 Not Found"
    title="The requested path could not be found."
    actions={actions}
    foot={foot}
    inFrame={inFrame ?? false}
  >
    <Refusal message={message} />
    <p>It may have moved, the name may be misspelt, or your roles may hide it from you.</p>
    <MessageAddress>{address}</MessageAddress>
  </MessageCard>
);

export const AccessDeniedCard = ({ message, actions, foot, inFrame, children }: Words & { children?: ReactNode }) => (
  <MessageCard kind="403" title="Access Denied" actions={actions} foot={foot} inFrame={inFrame ?? false}>
    <Refusal message={message} />
    {children}
  </MessageCard>
);

export const InternalErrorCard = ({ message, actions, foot, inFrame }: Words) => (
  <MessageCard kind="Error" title="Internal Error" actions={actions} foot={foot} inFrame={inFrame ?? false}>
    <Refusal message={message} />
    <p>This page failed. Servers and sessions are not affected.</p>
  </MessageCard>
);

/** For a cluster or a server that does not answer. */
export const OfflineCard = ({
  what,
  message,
  onRetry,
  children,
}: {
  what: string;
  message: string;
  onRetry: () => void;
  children?: ReactNode;
}) => (
  <MessageCard
    kind="Offline"
    title={`${what} does not answer`}
    actions={
      <Button kind="primary" size="form" autoFocus onClick={onRetry}>
        Try again
      </Button>
    }
  >
    <Refusal message={message} />
    {children}
    <p>Unsaved text is kept as a draft, and open sessions continue without this page.</p>
  </MessageCard>
);
