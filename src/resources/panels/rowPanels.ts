import type { ComponentType } from 'react';
import { prefetched } from '../../ui/prefetched.ts';
import type { PanelProps } from './panelProps.ts';

/** Parts of forms that only show, by the names that declarations use. */
export const rowPanels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  logins: prefetched(() => import('./LoginsPanel.tsx'), { what: 'Effective logins' }).Part,
  webSessions: prefetched(() => import('./WebSessionsPanel.tsx'), { what: 'Sessions' }).Part,
};
