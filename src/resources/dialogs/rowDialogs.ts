import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { Row } from '../../descriptors/defineResource.ts';

export type RowDialogProps = { row: Row; onClose: () => void };

/** Dialogs that declarations name: what `ActionContext.dialog` and `form.created` open. */
export const rowDialogs: Readonly<Record<string, ComponentType<RowDialogProps>>> = {
  invite: lazy(() => import('./InviteDialog.tsx')),
  reset: lazy(() => import('./ResetDialog.tsx')),
};
