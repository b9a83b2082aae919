import { rowDialogs } from './rowDialogs.ts';
import type { RowDialogProps } from './rowDialogProps.ts';

/** The dialog that a declaration names. */
export function RowDialog({ dialog, ...props }: RowDialogProps & { dialog: string }) {
  const Content = rowDialogs[dialog];
  return Content && <Content {...props} />;
}
