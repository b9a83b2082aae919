import { Dialog } from '../../ui/Dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { LoginForm } from '../../views/login/LoginForm.tsx';
import { loginAddress } from '../redirect.ts';
import { closeOverlay } from '../overlays.ts';
import { useConsole } from '../useConsole.ts';
import { buttonClass } from '../../ui/plain/buttonClass.ts';

/** Signs in anew over the page, which stays as it is with all that runs and is typed in it (look §2). */
export default function SignInAgainDialog() {
  const { config, user } = useConsole();
  const done = () => {
    closeOverlay();
    toasts.show({ text: 'Signed in again' });
  };
  const canTypePassword = user.authType === 'local' && config.auth.localAuthEnabled;
  return (
    <Dialog
      title={`Sign in again as ${user.username}`}
      size="form"
      hold={canTypePassword ? 'typed' : undefined}
      onClose={closeOverlay}
    >
      {canTypePassword ? (
        <LoginForm config={config} lockedUser={user.username} onSignedIn={done} onKeyPolicy={closeOverlay} />
      ) : (
        <>
          <p>
            This account does not sign in with a password here. The login page leads back to this one; unsaved text is
            kept as a draft.
          </p>
          <p>
            <a className={buttonClass({ kind: 'primary', size: 'form' })} href={loginAddress(location)}>
              Go to the login page
            </a>
          </p>
        </>
      )}
    </Dialog>
  );
}
