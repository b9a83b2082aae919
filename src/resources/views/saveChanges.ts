import { toasts } from '../../ui/toasts.ts';
import type { Views } from './useViews.ts';
import { saveView } from './viewBook.ts';

/** Shown when the browser can store nothing more. */
export const NOT_KEPT = 'The browser could not store it: its storage is full or blocked';

/** Saves the current list in its view. Does nothing without changes. */
export function saveChanges({ present, address, edit }: Views): void {
  if (present.kind !== 'saved' || present.differences.length === 0) return;
  const { name, address: before } = present.view;
  if (!edit((book) => saveView(book, { name, address }))) return void toasts.show({ text: NOT_KEPT, isWarning: true });
  toasts.show({ text: `View ${name} saved`, undo: () => edit((book) => saveView(book, { name, address: before })) });
}
