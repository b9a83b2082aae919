import { createContext, type ComponentType } from 'react';
import type { RowDialogProps } from './HandOverDialog.tsx';

export type RowDialogs = Readonly<Record<string, ComponentType<RowDialogProps>>>;

/** Dialogs that descriptors name and that are views. The console provides them, so that this module stays small. */
export const ViewDialogsContext = createContext<RowDialogs>({});
