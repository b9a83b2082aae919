import { defineFlow, type MakeFlow } from '../flow/flow.ts';
import type { ServerValues } from './nodeItem.ts';
import { ServerAccess, ServerFinished, ServerTest } from './ServerSteps.tsx';
import { ServerCommand } from './ServerCommand.tsx';

const makeFlow: MakeFlow = ({ card }) =>
  defineFlow<ServerValues>({
    kind: 'server',
    title: 'Enroll a server',
    resource: card.resource,
    initial: { labels: {}, isBehindNat: false },
    keeps: ['labels', 'isBehindNat', 'node', 'resourceIds'],
    steps: [
      { id: 'configure', title: 'Configure resource', event: 'deployService', Component: ServerCommand },
      { id: 'access', title: 'Set up access', event: 'principals.configure', Component: ServerAccess },
      { id: 'test', title: 'Test connection', event: 'testConnection', Component: ServerTest },
      { id: 'finished', title: 'Finished', event: 'completed', Component: ServerFinished },
    ],
  });
export default makeFlow;
