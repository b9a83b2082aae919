import { lazyComponent } from '../ui/lazyComponent.ts';

const { Part: test } = lazyComponent(() => import('../views/connectionTest/ConnectionTestDialog.tsx'), {
  name: 'The dialog',
  look: 'over',
});

/** Dialogs for rows that are views: the value of `ViewDialogsContext`. */
export const viewDialogs = { test };
