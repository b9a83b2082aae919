import { lazy } from 'react';
import type { ComponentType } from 'react';

/** What a sheet that makes rows gets. `name`: the one react-admin knows the resource by. */
export type CreateSheetProps = { name: string; onClose: () => void };

/** Sheets that declarations name in `creates`: where a form of fields would not do. */
export const createSheets: Readonly<Record<string, ComponentType<CreateSheetProps>>> = {
  newLock: lazy(() => import('../locks/NewLockSheet.tsx')),
};
