import { fillPath } from '../../../api/urls.ts';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { toTested } from '../../connectionTest/testedRow.ts';
import { defineFlow, lastSteps, type FlowHandle, type MakeFlow } from '../flow/flow.ts';
import { FinishedStep } from '../parts/FinishedStep.tsx';
import { TestStep, UseLink } from '../parts/TestStep.tsx';
import { TraitsStep } from '../parts/TraitsStep.tsx';
import { firstJoined, useListed } from '../parts/usePoll.ts';
import { findNode, type NodeItem, type ServerValues } from './joiningServer.ts';
import { ServerCommand } from './ServerCommand.tsx';

type Props = { flow: FlowHandle<ServerValues> };

/** Which logins the user can log in with. */
const ServerAccess = ({ flow }: Props) => (
  <TraitsStep
    flow={flow}
    title={`Set up access to ${flow.values.node?.hostname ?? 'the server'}`}
    about="Choose the accounts of the server that you log in as. They must exist on the server."
    fields={[{ trait: 'logins', label: 'OS users', help: 'Type a name and press Enter' }]}
    detected={{ logins: flow.values.node?.logins ?? [] }}
    grant={{ name: 'server-access', labels: 'node_labels', fields: { logins: 'logins' } }}
    missing={({ logins = [] }) => (logins.length === 0 ? 'Add at least one OS user' : undefined)}
  />
);

function ServerTest({ flow }: Props) {
  const { env, values } = flow;
  const node = useFreshNode(flow);
  if (!node) return <Waiting>Loading your logins</Waiting>;
  return (
    <TestStep
      // New logins reset the choices.
      key={node.logins.join(' ')}
      flow={flow}
      tested={toTested({ ...node, kind: 'node' })}
      use={({ login = '' }) =>
        login !== '' && (
          <UseLink
            env={env}
            icon="terminal"
            path={fillPath('/cluster/:clusterId/console/node/:serverId/:login', {
              clusterId: env.clusterId,
              serverId: values.node?.id,
              login,
            })}
          >
            {`Start session as ${login}`}
          </UseLink>
        )
      }
    />
  );
}

/** The server as listed after the traits were changed. Undefined until it is known. */
function useFreshNode({ env, values }: Props['flow']): NodeItem | undefined {
  const { node, resourceIds = [] } = values;
  const listed = useListed(`node ${node?.id}`, (signal) =>
    firstJoined(resourceIds, (search) => findNode(env.clusterId, search, signal)),
  );
  return listed === null ? node : listed;
}

const ServerFinished = ({ flow }: Props) => (
  <FinishedStep flow={flow} noun={`Server ${flow.values.node?.hostname ?? ''}`} list="nodes">
    It appears in the list of servers of users whose roles match its labels.
  </FinishedStep>
);

const makeFlow: MakeFlow = ({ card }) =>
  defineFlow<ServerValues>({
    title: 'Enroll a server',
    resource: card.resource,
    initial: { labels: {}, isBehindNat: false },
    keeps: ['labels', 'isBehindNat', 'node', 'unreached', 'resourceIds'],
    steps: [
      { id: 'configure', title: 'Configure resource', event: 'deployService', Component: ServerCommand },
      ...lastSteps({ Access: ServerAccess, Test: ServerTest, Finished: ServerFinished }),
    ],
  });
export default makeFlow;
