import { Suspense } from 'react';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { prefetched } from '../ui/prefetched.ts';
import { useFetchAhead, usePageStands } from '../ui/useFetchAhead.ts';
import { useStore } from '../ui/useStore.ts';
import { overlay } from './overlays.ts';

const hosts = prefetched(() => import('./Hosts.tsx'));
const keysSheet = prefetched(() => import('./keys/KeysSheet.tsx'));
const signInAgain = prefetched(() => import('./frame/SignInAgainDialog.tsx'));

/** Nothing is said of a page that has just been opened: the first rows come first. */
export function HostsOverlay({ keeper }: { keeper: SessionKeeper }) {
  const stands = usePageStands();
  return <Suspense>{stands && <hosts.Part keeper={keeper} />}</Suspense>;
}

/** The keys of the page, once somebody asks for them. */
export function KeysOverlay() {
  useFetchAhead(keysSheet.fetch);
  return <Suspense>{useStore(overlay) === 'keys' && <keysSheet.Part />}</Suspense>;
}

/** Here before it is needed: by then the session may be over. */
export function SignInOverlay() {
  useFetchAhead(signInAgain.fetch);
  return <Suspense>{useStore(overlay) === 'signIn' && <signInAgain.Part />}</Suspense>;
}
