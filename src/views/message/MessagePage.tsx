import type { ReactNode } from 'react';
import { LOGIN_QUERY_KEY } from '../../lib/storage.ts';
import { buttonClass } from '../../ui/plain/Button.tsx';
import { MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';

/** The public message routes (screens §2.6). */
export type PublicMessage = 'loginError' | 'loginCallback' | 'loginDenied' | 'loginSuccess';

const REASONS = {
  loginError: 'The identity provider or the cluster refused the sign-in. The audit log and the server’s log show why.',
  loginCallback:
    'The sign-in was cancelled or took too long at the identity provider, or its answer could not be processed. The audit log shows why.',
  loginDenied:
    'The identity provider knows you, but none of your groups or teams is mapped to a role of this cluster. Ask the administrator of single sign-on.',
} as const;

/** `/web/msg/…`: the end of single sign-on. */
export default function MessagePage({ message, loginUrl }: { message: PublicMessage; loginUrl: string }) {
  if (message === 'loginSuccess') {
    return (
      <>
        <title>Success</title>
        <LoginSuccessfulCard />
      </>
    );
  }
  return (
    <>
      <title>Login Failed</title>
      <LoginUnsuccessfulCard loginUrl={loginUrl + (sessionStorage.getItem(LOGIN_QUERY_KEY) ?? '')}>
        <p>{REASONS[message]}</p>
      </LoginUnsuccessfulCard>
    </>
  );
}

// The result of a sign-in through a provider: the message screens (specification §2).

type UnsuccessfulProps = { message?: string; children?: ReactNode; loginUrl: string };

/** `loginUrl` restarts the sign-in. */
export const LoginUnsuccessfulCard = ({ message, children, loginUrl }: UnsuccessfulProps) => (
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

const LoginSuccessfulCard = () => (
  <MessageCard kind="Sign-in" title="Login Successful">
    <Note kind="ok">
      You have successfully signed into your account. You can close this window and continue using the product.
    </Note>
  </MessageCard>
);
