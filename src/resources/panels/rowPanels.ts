import type { ComponentType } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import type { PanelProps } from './panelProps.ts';

/** Parts of forms that only show, by the names that declarations use. */
export const rowPanels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  logins: lazyComponent(() => import('./LoginsPanel.tsx'), { what: 'Effective logins' }).Part,
  webSessions: lazyComponent(() => import('./WebSessionsPanel.tsx'), { what: 'Sessions' }).Part,
};
