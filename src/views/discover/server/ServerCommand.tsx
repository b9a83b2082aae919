import { useQuery } from '@tanstack/react-query';
import { fetchJoinReports } from '../../../api/joinTokens.ts';
import { Check } from '../../../ui/Check.tsx';
import { JOINED_SERVERS, REVERSE_TUNNELS, TOKEN_LABELS } from '../../../wire/config.ts';
import type { FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import { JoinCommand } from '../parts/JoinCommand.tsx';
import { LabelsField } from '../parts/LabelsField.tsx';
import { PollStatus } from '../parts/PollStatus.tsx';
import { StepBody } from '../parts/StepBody.tsx';
import { useJoinToken } from '../parts/useJoinToken.ts';
import { useJoinPoll } from '../parts/usePoll.ts';
import { findNode, type ServerValues, scriptAddress, serverCommand, serverHints } from './joiningServer.ts';

const REPORTS_EVERY_MS = 3000;

/** The command that a server runs, and whether it has joined. */
export function ServerCommand({ flow }: { flow: FlowHandle<ServerValues> }) {
  const { values, env, setValues } = flow;
  const { isEmbedded, clusterId } = env;
  const { labels, isBehindNat, node: known, resourceIds = [] } = values;
  const has = (feature: string) => env.config.extensions.includes(feature);
  const token = useJoinToken(flow, known ? undefined : { role: 'Node', labels });
  const poll = useJoinPoll(
    known,
    resourceIds,
    (search, signal) => findNode(clusterId, search, signal),
    (hit) => setValues({ node: hit }),
  );
  const node = poll.hit;
  useReady(flow, node ? true : 'Next opens when the server has joined');
  const reports = useJoinReports(has(JOINED_SERVERS) ? values.join?.token : undefined, node !== undefined);
  return (
    <StepBody title="Run one command on the server" about={aboutOf(isEmbedded, isBehindNat, clusterId)}>
      {!known && (
        <JoinCommand
          token={token}
          command={(secret) => serverCommand({ origin: location.origin, token: secret, isEmbedded, isBehindNat })}
          scriptHref={(secret) => scriptAddress(location.origin, secret)}
        />
      )}
      {!known && has(REVERSE_TUNNELS) && (
        <Check state={isBehindNat ? 'on' : 'off'} onChange={() => setValues({ isBehindNat: !isBehindNat })}>
          The gateway cannot reach this server (reverse tunnel)
        </Check>
      )}
      {!known && has(TOKEN_LABELS) && (
        <LabelsField
          title="Labels the server will carry"
          help="Roles open servers by their labels. A change makes a new command."
          labels={labels}
          onChange={(changed) => setValues({ labels: changed })}
        />
      )}
      {(token.isAsked || resourceIds.length > 0) && (
        <PollStatus
          poll={poll}
          waiting="Waiting for the server to join"
          done={node && `Server ${node.hostname} has joined${node.addr === '' ? '' : ` (${node.addr})`}`}
          hints={serverHints(location.origin, isEmbedded)}
          reports={reports}
        />
      )}
    </StepBody>
  );
}

function useJoinReports(token: string | undefined, isOver: boolean) {
  const { data = [] } = useQuery({
    queryKey: ['discover', 'joins', token],
    queryFn: ({ signal }) => fetchJoinReports(token ?? '', signal),
    enabled: token !== undefined,
    refetchInterval: isOver ? false : REPORTS_EVERY_MS,
    retry: false,
    gcTime: 0,
  });
  return data;
}

function aboutOf(isEmbedded: boolean, isBehindNat: boolean, cluster: string): string {
  if (!isEmbedded)
    return `It installs the agent of the cluster, joins the server to ${cluster} and starts the agent. The server needs outgoing HTTPS to this address.`;
  const way = isBehindNat
    ? 'It also starts a service that keeps an SSH connection to the gateway open: the server needs outgoing connections only.'
    : 'The gateway must reach the SSH port of the server.';
  return `It tells sshd on the server to trust certificates of ${cluster}, each for one session and five minutes. It installs no agent. ${way}`;
}
