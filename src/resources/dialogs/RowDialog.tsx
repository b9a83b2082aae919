import { use } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import type { RowDialogProps } from './HandOverDialog.tsx';
import { ViewDialogsContext, type RowDialogs } from './ViewDialogsContext.ts';

const DIALOG = { name: 'The dialog', look: 'over' } as const;

/** Dialogs that descriptors name, opened by `ActionContext.dialog` and `form.created`. */
export const rowDialogs: RowDialogs = {
  add: lazyComponent(() => import('./AddDialog.tsx'), DIALOG).Part,
  connect: lazyComponent(() => import('../connect/ConnectDialog.tsx'), DIALOG).Part,
  invite: lazyComponent(() => import('./InviteDialog.tsx'), DIALOG).Part,
  newToken: lazyComponent(() => import('./NewTokenDialog.tsx'), DIALOG).Part,
  removeServer: lazyComponent(() => import('../joinedServers/RemoveServerDialog.tsx'), DIALOG).Part,
  reset: lazyComponent(() => import('./ResetDialog.tsx'), DIALOG).Part,
  tokenUses: lazyComponent(() => import('../joinedServers/TokenUsesDialog.tsx'), DIALOG).Part,
};

/** The dialog that a descriptor names. */
export function RowDialog({ dialog, ...props }: RowDialogProps & { dialog: string }) {
  const views = use(ViewDialogsContext);
  const Content = rowDialogs[dialog] ?? views[dialog];
  return Content && <Content {...props} />;
}
