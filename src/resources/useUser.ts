import { useSyncExternalStore } from 'react';
import { subscribeUserContext, userContext, type UserContext } from '../api/userContext.ts';

/** Who is signed in; a change of their roles draws again what depends on them. */
export const useUser = (): UserContext => useSyncExternalStore(subscribeUserContext, userContext);
