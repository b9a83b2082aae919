import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/plain/buttonClass.ts';
import { MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';

// How a sign-in through a provider ended: the message screens of the specification (§2).

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
    {message && <Note kind="danger">{message}</Note>}
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
