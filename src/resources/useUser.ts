import { useSyncExternalStore } from 'react';
import { subscribeUserContext, userContext, type UserContext } from '../api/userContext.ts';

/** The signed-in user. A change of their roles renders the components that use it. */
export const useUser = (): UserContext => useSyncExternalStore(subscribeUserContext, userContext);
