import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { PanelProps } from './panelProps.ts';

/** Parts of forms that only show, by the names that declarations use. */
export const rowPanels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  logins: lazy(() => import('./LoginsPanel.tsx')),
};
