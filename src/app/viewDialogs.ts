import { lazyComponent } from '../ui/lazyComponent.ts';

const { Part: test } = lazyComponent(() => import('../views/connectionTest/ConnectionTestDialog.tsx'), {
  what: 'The dialog',
  look: 'over',
});

/** Dialogs about rows that are views: what `ViewDialogsContext` has. */
export const viewDialogs = { test };
