import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider, DataProvider } from 'ra-core';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';

/** What the console is built from, once per page. */
export type Services = {
  keeper: SessionKeeper;
  queryClient: QueryClient;
  dataProvider: DataProvider;
  authProvider: AuthProvider;
};
