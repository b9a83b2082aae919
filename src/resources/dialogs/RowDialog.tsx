import { use } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import type { RowDialogProps } from './HandOverDialog.tsx';
import { ViewDialogsContext, type RowDialogs } from './ViewDialogsContext.ts';

const DIALOG = { what: 'The dialog', look: 'over' } as const;

/** Dialogs that declarations name: what `ActionContext.dialog` and `form.created` open. */
export const rowDialogs: RowDialogs = {
  add: lazyComponent(() => import('./AddDialog.tsx'), DIALOG).Part,
  connect: lazyComponent(() => import('../connect/ConnectDialog.tsx'), DIALOG).Part,
  invite: lazyComponent(() => import('./InviteDialog.tsx'), DIALOG).Part,
  newToken: lazyComponent(() => import('./NewTokenDialog.tsx'), DIALOG).Part,
  reset: lazyComponent(() => import('./ResetDialog.tsx'), DIALOG).Part,
};

/** The dialog that a declaration names. */
export function RowDialog({ dialog, ...props }: RowDialogProps & { dialog: string }) {
  const views = use(ViewDialogsContext);
  const Content = rowDialogs[dialog] ?? views[dialog];
  return Content && <Content {...props} />;
}
