import { useEffect, useState } from 'react';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { prefetched } from '../ui/prefetched.ts';
import { usePageStands } from '../ui/useFetchAhead.ts';
import { useStore } from '../ui/useStore.ts';
import { overlay } from './overlays.ts';

const hosts = prefetched(() => import('./Hosts.tsx'));
const keysSheet = prefetched(() => import('./keys/KeysSheet.tsx'));
const signInAgain = prefetched(() => import('./frame/SignInAgainDialog.tsx'));

const RETRY_MS = 3000;

/** True once the part is here. Without a connection it is tried again: a page never falls for what lies over it. */
function useFetched(fetch: () => Promise<unknown>, isWanted: boolean): boolean {
  const [isHere, setIsHere] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    fetch().then(
      () => !isGone && setIsHere(true),
      () => {
        if (!isGone) timer = setTimeout(() => setAttempt((n) => n + 1), RETRY_MS);
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [fetch, isWanted, attempt]);
  return isHere;
}

/** Nothing is said of a page that has just been opened: the first rows come first. */
export function HostsOverlay({ keeper }: { keeper: SessionKeeper }) {
  return useFetched(hosts.fetch, usePageStands()) && <hosts.Part keeper={keeper} />;
}

/** The keys of the page, once somebody asks for them. */
export function KeysOverlay() {
  const isOpen = useStore(overlay) === 'keys';
  const stands = usePageStands();
  return useFetched(keysSheet.fetch, stands || isOpen) && isOpen && <keysSheet.Part />;
}

/** Here before it is needed: by then the session may be over. */
export function SignInOverlay() {
  const isOpen = useStore(overlay) === 'signIn';
  const stands = usePageStands();
  return useFetched(signInAgain.fetch, stands || isOpen) && isOpen && <signInAgain.Part />;
}
