import type { NodeItem } from './nodeItem.ts';
import { defineFlow, type MakeFlow } from '../flow/flow.ts';
import type { Labels } from '../parts/labels.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';
import { ServerAccess, ServerFinished, ServerTest } from './ServerSteps.tsx';
import { ServerCommand } from './ServerCommand.tsx';

export type ServerValues = JoinValues & {
  /** What the server will carry. */
  labels: Labels;
  /** The gateway cannot reach it. */
  isBehindNat: boolean;
  /** Once it has joined. */
  node?: NodeItem | undefined;
};

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
