import type { ComponentType } from 'react';
import { prefetched } from '../../ui/prefetched.ts';
import type { RowDialogProps } from './rowDialogProps.ts';

const DIALOG = { what: 'The dialog', look: 'over' } as const;

/** Dialogs that declarations name: what `ActionContext.dialog` and `form.created` open. */
export const rowDialogs: Readonly<Record<string, ComponentType<RowDialogProps>>> = {
  invite: prefetched(() => import('./InviteDialog.tsx'), DIALOG).Part,
  newToken: prefetched(() => import('./NewTokenDialog.tsx'), DIALOG).Part,
  reset: prefetched(() => import('./ResetDialog.tsx'), DIALOG).Part,
};
