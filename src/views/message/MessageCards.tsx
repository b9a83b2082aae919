import type { ReactNode } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { buttonClass } from '../../ui/plain/buttonClass.ts';
import { MessageAddress, MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';

// The message screens of the specification (§2, §8). Each takes the server's own words where there are any.

type Words = {
  message?: string | undefined;
  actions?: ReactNode;
  foot?: ReactNode;
  inFrame?: boolean;
};

const Refusal = ({ message }: { message: string | undefined }) => message && <Note kind="danger">{message}</Note>;

type NotFoundProps = Omit<Words, 'inFrame'> & {
  /** The address that leads nowhere. */
  address: string;
};

export const NotFoundCard = ({ address, message, actions, foot }: NotFoundProps) => (
  <MessageCard kind="404 Not Found" title="The requested path could not be found." actions={actions} foot={foot}>
    <Refusal message={message} />
    <p>It may have moved, the name may be misspelt, or your roles may hide it from you.</p>
    <MessageAddress>{address}</MessageAddress>
  </MessageCard>
);

export const AccessDeniedCard = ({ message, actions, foot, inFrame }: Words) => (
  <MessageCard kind="403" title="Access Denied" actions={actions} foot={foot} inFrame={inFrame ?? false}>
    <Refusal message={message} />
  </MessageCard>
);

export const InternalErrorCard = ({ message, actions, foot, inFrame }: Words) => (
  <MessageCard kind="Error" title="Internal Error" actions={actions} foot={foot} inFrame={inFrame ?? false}>
    <Refusal message={message} />
    <p>What you see failed; what the servers and sessions do goes on.</p>
  </MessageCard>
);

/** For a cluster or a server that does not answer. */
export const OfflineCard = ({ what, message, onRetry }: { what: string; message: string; onRetry: () => void }) => (
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
    <p>Nothing is lost: unsaved text is kept as a draft, and open sessions go on without this page.</p>
  </MessageCard>
);

/** `loginUrl` begins the sign-in anew. */
export const LoginUnsuccessfulCard = ({
  message,
  children,
  loginUrl,
}: {
  message?: string;
  children?: ReactNode;
  loginUrl: string;
}) => (
  <MessageCard
    kind="Sign-in"
    title="Login Unsuccessful"
    actions={
      <a className={buttonClass({ kind: 'primary', size: 'form' })} href={loginUrl}>
        Please attempt to log in again.
      </a>
    }
  >
    <Refusal message={message} />
    {children}
  </MessageCard>
);

export const LoginSuccessfulCard = () => (
  <MessageCard kind="Sign-in" title="Login Successful">
    <Note kind="ok">
      You have successfully signed into your account. You can close this window and continue using the product.
    </Note>
  </MessageCard>
);
