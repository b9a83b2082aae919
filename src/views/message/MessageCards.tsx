import type { ReactNode } from 'react';
import { MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';

// The message screens (specification §2, §8). Each takes the server's own words where there are any.

type Words = {
  message?: string | undefined;
  actions?: ReactNode;
  inFrame?: boolean;
};

const Refusal = ({ message }: { message: string | undefined }) => message && <Note kind="danger">{message}</Note>;

export const AccessDeniedCard = ({ message, actions, inFrame, children }: Words & { children?: ReactNode }) => (
  <MessageCard kind="403" title="Access Denied" actions={actions} inFrame={inFrame ?? false}>
    <Refusal message={message} />
    {children}
  </MessageCard>
);

export const InternalErrorCard = ({ message, actions, inFrame }: Words) => (
  <MessageCard kind="Error" title="Internal Error" actions={actions} inFrame={inFrame ?? false}>
    <Refusal message={message} />
    <p>This page failed. Servers and sessions are not affected.</p>
  </MessageCard>
);
