import type { ComponentType } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import type { CreateSheetProps } from './createSheetProps.ts';

/** Sheets that declarations name in `creates`: where a form of fields would not do. */
export const createSheets: Readonly<Record<string, ComponentType<CreateSheetProps & { onClose: () => void }>>> = {
  newLock: lazyComponent(() => import('../locks/NewLockSheet.tsx'), { what: 'The form', look: 'over' }).Part,
};
