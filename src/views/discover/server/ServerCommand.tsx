import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { fetchJoinReports } from '../../../api/joinTokens.ts';
import { scriptAddress, serverCommand } from '../../../api/tokens.ts';
import { Check } from '../../../ui/Check.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import { JOINED_SERVERS, REVERSE_TUNNELS, TOKEN_LABELS } from '../../../wire/config.ts';
import { serverOf, type FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import { JoinCommand } from '../parts/JoinCommand.tsx';
import { isTyped } from '../parts/labels.ts';
import { LabelsField } from '../parts/LabelsField.tsx';
import { PollStatus } from '../parts/PollStatus.tsx';
import { StepBody } from '../parts/StepBody.tsx';
import { useJoinToken } from '../parts/useJoinToken.ts';
import { useJoinPoll } from '../parts/usePoll.ts';
import { findNode, type NodeItem, reachReport, type ServerValues, serverHints } from './joiningServer.ts';

const REPORTS_EVERY_MS = 3000;
/** The list has the server before the gateway tries to reach it, and a tunnel connects after the script has ended. */
const LAST_REPORTS_MS = 30_000;

/** The command to run on a server, and whether the server has joined. */
export function ServerCommand({ flow }: { flow: FlowHandle<ServerValues> }) {
  const { values, env, setValues } = flow;
  const { isEmbedded, clusterId } = env;
  const { labels, isBehindNat, newLabel, node: knownServer, unreached, resourceIds = [] } = values;
  /** The command has to be run, or run again. */
  const isOpen = !knownServer || unreached !== undefined;
  const has = (feature: string) => env.config.extensions.includes(feature);
  const token = useJoinToken(flow, isOpen ? { role: 'Node', labels } : undefined);
  const poll = useJoinPoll(
    knownServer,
    resourceIds,
    (search, signal) => findNode(clusterId, search, signal),
    (hit) => setValues({ node: hit }),
  );
  const node = poll.hit;
  useReady(flow, node ? true : 'Next opens when the server has joined');
  const { reports, isChecking } = useJoinReports(flow);
  return (
    <StepBody title="Run one command on the server" about={aboutOf(isEmbedded, isBehindNat, clusterId)}>
      {isOpen && (
        <JoinCommand
          token={token}
          command={(secret) => serverCommand({ origin: serverOf(env).origin, token: secret, isEmbedded, isBehindNat })}
          scriptHref={(secret) => scriptAddress(serverOf(env).origin, secret)}
        />
      )}
      {isOpen && has(REVERSE_TUNNELS) && (
        <Check state={isBehindNat ? 'on' : 'off'} onChange={() => setValues({ isBehindNat: !isBehindNat })}>
          The gateway cannot reach this server (reverse tunnel)
        </Check>
      )}
      {!knownServer && has(TOKEN_LABELS) && (
        <div className="stack g8">
          <LabelsField
            title="Labels the server will carry"
            help="Roles open servers by their labels. A change makes a new command."
            labels={labels}
            form={newLabel}
            onChange={setValues}
          />
          {isTyped(newLabel) && <Note kind="warn" title="The command does not have this label yet. Press Add." />}
        </div>
      )}
      {(token.isAsked || resourceIds.length > 0) && (
        <PollStatus
          poll={poll}
          waiting="Waiting for the server to join"
          done={node && joinedText(node, unreached !== undefined)}
          checking={isChecking ? 'The gateway tries to reach it.' : undefined}
          problem={unreached}
          hints={serverHints(serverOf(env).origin, isEmbedded)}
          reports={reports}
        />
      )}
    </StepBody>
  );
}

const joinedText = ({ hostname, addr }: NodeItem, isUnreached: boolean): string =>
  isUnreached
    ? `Server ${hostname} has joined, but the gateway does not reach it`
    : `Server ${hostname} has joined${addr === '' ? '' : ` (${addr})`}`;

/** Reports of the script. The flow stores whether the gateway reaches the server according to them. */
function useJoinReports({ values, setValues, env }: FlowHandle<ServerValues>) {
  const { join, node, unreached } = values;
  const isOver = useIsOver(node !== undefined) && unreached === undefined;
  const isAsked = join !== undefined && env.config.extensions.includes(JOINED_SERVERS);
  const { data: reports = [] } = useQuery({
    queryKey: ['discover', 'joins', join?.token],
    queryFn: ({ signal }) => fetchJoinReports(join?.token ?? '', signal),
    enabled: isAsked,
    refetchInterval: isOver ? false : REPORTS_EVERY_MS,
    retry: false,
    gcTime: 0,
  });
  const verdict = node && reachReport(reports, node.hostname);
  const remember = useEffectEvent(() => {
    if (verdict) setValues({ unreached: verdict.ok ? undefined : verdict.text });
  });
  useEffect(() => remember(), [verdict?.ok, verdict?.text]);
  const isEnded = verdict !== undefined || reports.some(({ step }) => step === 'finish');
  return { reports, isChecking: node !== undefined && isAsked && !isOver && !isEnded };
}

/** True some time after the server was found. */
function useIsOver(isFound: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isFound) return;
    const timer = setTimeout(() => setOver(true), LAST_REPORTS_MS);
    return () => clearTimeout(timer);
  }, [isFound]);
  return isOver;
}

function aboutOf(isEmbedded: boolean, isBehindNat: boolean, cluster: string): string {
  if (!isEmbedded)
    return `It installs the agent of the cluster, joins the server to ${cluster} and starts the agent. The server needs outgoing HTTPS to this address.`;
  const route = isBehindNat
    ? 'It also starts a service that keeps an SSH connection to the gateway open: the server needs outgoing connections only.'
    : 'The gateway must reach the SSH port of the server.';
  return `It tells sshd on the server to trust certificates of ${cluster}, each for one session and five minutes. It installs no agent. ${route}`;
}
