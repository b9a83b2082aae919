import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { CreateSheetProps } from './createSheetProps.ts';

/** Sheets that declarations name in `creates`: where a form of fields would not do. */
export const createSheets: Readonly<Record<string, ComponentType<CreateSheetProps>>> = {
  newLock: lazy(() => import('../locks/NewLockSheet.tsx')),
};
