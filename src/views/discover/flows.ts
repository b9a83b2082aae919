import type { MakeFlow } from './flow/flow.ts';
import type { FlowName } from './selector/catalog.ts';

/** Module of each flow. A card whose flow has none here is not guided. */
export const FLOWS: Readonly<Partial<Record<FlowName, () => Promise<{ default: MakeFlow }>>>> = {
  server: () => import('./server/serverFlow.ts'),
  kubernetes: () => import('./kubernetes/kubernetesFlow.ts'),
  application: () => import('./application/applicationFlow.ts'),
  desktop: () => import('./desktop/desktopFlow.ts'),
  databaseSelfHosted: () => import('./database/databaseFlow.ts'),
  databaseAws: () => import('./database/awsFlow.ts'),
};
