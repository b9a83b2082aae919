import { LoginSuccessfulCard, LoginUnsuccessfulCard } from './SignInCards.tsx';

/** Which of the public message routes (screens §2.6). */
export type PublicMessage = 'loginError' | 'loginCallback' | 'loginDenied' | 'loginSuccess';

const REASONS = {
  loginError:
    'The identity provider or the cluster refused the sign-in. The audit log and the log of the server say why.',
  loginCallback:
    'The answer of the identity provider could not be processed. Its callback address or its claims may be set up wrongly.',
  loginDenied:
    'The identity provider knows you, but none of your groups or teams is mapped to a role of this cluster. Ask the administrator of single sign-on.',
} as const;

/** `/web/msg/…`: where single sign-on ends. */
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
      <LoginUnsuccessfulCard loginUrl={loginUrl}>
        <p>{REASONS[message]}</p>
      </LoginUnsuccessfulCard>
    </>
  );
}
