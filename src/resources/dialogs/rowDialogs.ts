import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { RowDialogProps } from './rowDialogProps.ts';

/** Dialogs that declarations name: what `ActionContext.dialog` and `form.created` open. */
export const rowDialogs: Readonly<Record<string, ComponentType<RowDialogProps>>> = {
  invite: lazy(() => import('./InviteDialog.tsx')),
  newToken: lazy(() => import('./NewTokenDialog.tsx')),
  reset: lazy(() => import('./ResetDialog.tsx')),
};
