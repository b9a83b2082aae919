import type { ComponentType } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import type { RowDialogProps } from './HandOverDialog.tsx';

const DIALOG = { what: 'The dialog', look: 'over' } as const;

/** Dialogs that declarations name: what `ActionContext.dialog` and `form.created` open. */
export const rowDialogs: Readonly<Record<string, ComponentType<RowDialogProps>>> = {
  invite: lazyComponent(() => import('./InviteDialog.tsx'), DIALOG).Part,
  newToken: lazyComponent(() => import('./NewTokenDialog.tsx'), DIALOG).Part,
  reset: lazyComponent(() => import('./ResetDialog.tsx'), DIALOG).Part,
};

/** The dialog that a declaration names. */
export function RowDialog({ dialog, ...props }: RowDialogProps & { dialog: string }) {
  const Content = rowDialogs[dialog];
  return Content && <Content {...props} />;
}
