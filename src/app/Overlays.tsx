import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import type { Config } from '../api/config.ts';
import type { UserContext } from '../api/userContext.ts';
import { prefetched } from '../ui/prefetched.ts';
import { useFetchAhead, usePageStands } from '../ui/useFetchAhead.ts';
import { useStore } from '../ui/useStore.ts';
import { closeOverlay, overlay } from './overlays.ts';

const hosts = prefetched(() => import('./Hosts.tsx'), { what: undefined });
const keysSheet = prefetched(() => import('./keys/KeysSheet.tsx'), { what: 'The keys of this page', look: 'over' });
const signInAgain = prefetched(() => import('./frame/SignInAgainDialog.tsx'), {
  what: 'The dialog to sign in again',
  look: 'over',
});

/** Nothing is said of a page that has just been opened: the first rows come first. */
export const HostsOverlay = ({ keeper }: { keeper: SessionKeeper }) =>
  usePageStands() && <hosts.Part keeper={keeper} />;

/** The keys of the page, once somebody asks for them. */
export function KeysOverlay() {
  useFetchAhead(keysSheet.fetch);
  return useStore(overlay) === 'keys' && <keysSheet.Part onClose={closeOverlay} />;
}

type SignInProps = {
  config: Config;
  user: UserContext;
  keeper: SessionKeeper;
  /** What follows a sign-in as the same user; the dialog is closed by then. */
  onSignedIn?: () => void;
};

/** Here before it is needed: by then the session may be over. */
export function SignInOverlay(props: SignInProps) {
  useFetchAhead(signInAgain.fetch);
  return useStore(overlay) === 'signIn' && <signInAgain.Part {...props} onClose={closeOverlay} />;
}
