import { Suspense } from 'react';
import { prefetched } from '../ui/prefetched.ts';
import { useFetchAhead } from '../ui/useFetchAhead.ts';
import { useStore } from '../ui/useStore.ts';
import { overlay } from './overlays.ts';

const keysSheet = prefetched(() => import('./keys/KeysSheet.tsx'));
const signInAgain = prefetched(() => import('./frame/SignInAgainDialog.tsx'));

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
