import { createContext, type ComponentType } from 'react';
import type { RowDialogProps } from './HandOverDialog.tsx';

export type RowDialogs = Readonly<Record<string, ComponentType<RowDialogProps>>>;

/** Dialogs that declarations name and that are views of their own. The console fills it; apart, so that it loads little. */
export const ViewDialogsContext = createContext<RowDialogs>({});
