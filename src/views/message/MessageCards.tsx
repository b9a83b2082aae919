import type { ReactNode } from 'react';
import { MessageAddress, MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';

// The message screens (specification §2, §8). Each shows the server's message if there is one.

type MessageTexts = {
  message?: string | undefined;
  actions?: ReactNode;
  inFrame?: boolean;
};

const Refusal = ({ message }: { message: string | undefined }) => message && <Note kind="danger">{message}</Note>;

type NotFoundProps = {
  /** The address without a page. */
  address: string;
  actions?: ReactNode;
  foot?: ReactNode;
  inFrame?: boolean;
};

export const NotFoundCard = ({ address, actions, foot, inFrame = false }: NotFoundProps) => (
  <MessageCard
    kind="404 Not Found"
    title="The requested path could not be found."
    actions={actions}
    foot={foot}
    inFrame={inFrame}
  >
    <p>It may have moved, the name may be misspelt, or your roles may hide it from you.</p>
    <MessageAddress>{address}</MessageAddress>
  </MessageCard>
);

export const AccessDeniedCard = ({ message, actions, inFrame, children }: MessageTexts & { children?: ReactNode }) => (
  <MessageCard kind="403" title="Access Denied" actions={actions} inFrame={inFrame ?? false}>
    <Refusal message={message} />
    {children}
  </MessageCard>
);

export const InternalErrorCard = ({ message, actions, inFrame }: MessageTexts) => (
  <MessageCard kind="Error" title="Internal Error" actions={actions} inFrame={inFrame ?? false}>
    <Refusal message={message} />
    <p>This page failed. Servers and sessions are not affected.</p>
  </MessageCard>
);
