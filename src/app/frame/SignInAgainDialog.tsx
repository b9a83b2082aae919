import type { Config } from '../../api/config.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { isOtherUser, type UserContext } from '../../api/userContext.ts';
import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { buttonClass } from '../../ui/plain/Button.tsx';
import { toasts } from '../../ui/toasts.ts';
import { LoginForm } from '../../views/login/LoginForm.tsx';
import login from '../../views/login/login.module.css';
import { openForOtherUser } from '../keepSession.ts';
import { loginAddress } from '../leave.ts';

type Props = {
  config: Config;
  user: UserContext;
  keeper: SessionKeeper;
  onSignedIn?: () => void;
  onClose: () => void;
};

const RELOADS = 'Your shells keep running. Running transfers stop, as this page is loaded again.';
const ENDS = `Running ${serverBehaviour.endsWithSignIn} end with the earlier sign-in.`;
const NEW_TAB =
  'The login page opens in a new tab. Reload this page after you have signed in there: its shells keep running with the new sign-in. Transfers that are running stop.';
const SAME_TAB = `The login page brings you back to this page. Unsaved documents are kept as drafts. Running ${serverBehaviour.endsWithSignIn} end.`;

/** Signs in again over the page, which keeps its state and input. */
export default function SignInAgainDialog({ config, user, keeper, onSignedIn, onClose }: Props) {
  const { auth } = config;
  const finish = async () => {
    // A passkey identifies its user only to the server.
    if (auth.allowPasswordless && (await isOtherUser(user.username))) return openForOtherUser();
    onClose();
    keeper.learnEnd();
    toasts.show({ text: 'Signed in again' });
    onSignedIn?.();
  };
  const canSignInHere = user.authType === 'local' && auth.localAuthEnabled;
  return (
    <Dialog
      title={`Sign in again as ${user.username}`}
      size="form"
      dismissGuard={canSignInHere ? 'typed' : undefined}
      onClose={onClose}
    >
      {canSignInHere ? (
        <div className={login.stack}>
          <p>{onSignedIn ? RELOADS : ENDS}</p>
          <LoginForm
            config={config}
            lockedUser={user.username}
            hasPassword={user.hasPassword}
            onSignedIn={() => void finish()}
            onKeyPolicy={onClose}
          />
        </div>
      ) : (
        <>
          <p>This account does not use a password here. {onSignedIn ? NEW_TAB : SAME_TAB}</p>
          <p>
            {/* A sign-in at a provider takes longer than shells are kept after the page is left. */}
            <a
              className={buttonClass({ kind: 'primary', size: 'form' })}
              {...(onSignedIn ? { href: loginAddress(), target: '_blank' } : { href: loginAddress(location) })}
            >
              Go to the login page
            </a>
          </p>
        </>
      )}
    </Dialog>
  );
}
