import { lazy } from 'react';
import type { ComponentType } from 'react';

/** What a sheet that makes rows gets: the name react-admin knows the resource by, which is the list's address too. */
export type CreateSheetProps = { name: string };

/** Sheets that declarations name in `creates`: where a form of fields would not do. */
export const createSheets: Readonly<Record<string, ComponentType<CreateSheetProps>>> = {
  newLock: lazy(() => import('../locks/NewLockSheet.tsx')),
};
