import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import type { Config } from '../api/config.ts';
import type { UserContext } from '../api/userContext.ts';
import { prefetchPopups } from '../ui/Popup.tsx';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { toasts } from '../ui/toasts.ts';
import { usePrefetch, usePageStands } from '../ui/usePrefetch.ts';
import { useMedia, PHONE } from '../ui/useMedia.ts';
import { useStore } from '../ui/useStore.ts';
import { closeOverlay, overlay } from './frameState.ts';

const hosts = lazyComponent(() => import('./Hosts.tsx'), { name: undefined });
const keysSheet = lazyComponent(() => import('./keys/KeysSheet.tsx'), { name: 'The keyboard shortcuts', look: 'over' });
const navigation = lazyComponent(() => import('./frame/NavigationDrawer.tsx'), {
  name: 'The navigation',
  look: 'over',
});
const signInAgain = lazyComponent(() => import('./frame/SignInAgainDialog.tsx'), {
  name: 'The sign-in dialog',
  look: 'over',
});

/** Loads after the first rows of a new page, unless it has something to show. */
export function HostsOverlay({ keeper }: { keeper: SessionKeeper }) {
  const stands = usePageStands();
  const speaks = useStore(toasts.queue).length > 0;
  return (stands || speaks) && <hosts.Part keeper={keeper} />;
}

/** The shortcuts of the page, on request. */
export function KeysOverlay() {
  usePrefetch(keysSheet.fetch);
  return useStore(overlay) === 'keys' && <keysSheet.Part onClose={closeOverlay} />;
}

/** The navigation on phones, and the code of menus: the first rows of a list need neither. */
export function NavigationOverlay() {
  usePrefetch(navigation.fetch, useMedia(PHONE));
  usePrefetch(prefetchPopups);
  return useStore(overlay) === 'navigation' && <navigation.Part onClose={closeOverlay} />;
}

type SignInProps = {
  config: Config;
  user: UserContext;
  keeper: SessionKeeper;
  /** Reloads the page after a sign-in as the same user. The dialog is closed by then. */
  onSignedIn?: () => void;
};

/** Prefetched, since the session may be over when it is needed. */
export function SignInOverlay(props: SignInProps) {
  usePrefetch(signInAgain.fetch);
  return useStore(overlay) === 'signIn' && <signInAgain.Part {...props} onClose={closeOverlay} />;
}
