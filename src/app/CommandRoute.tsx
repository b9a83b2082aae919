import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { pingServer } from '../api/sockets.ts';
import { commandAddressBytes, explainCommand, fetchNodesById, openCommandSocket, queryOfIds } from '../api/commands.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { systemClock } from '../lib/clock.ts';
import { randomUuid } from '../lib/encoding.ts';
import { useDraftSlot } from '../resources/forms/useDraftSlot.ts';
import { useLeaveGuard } from '../resources/useLeaveGuard.ts';
import { CommandPage } from '../sessions/command/page/CommandPage.tsx';
import { StopDialog } from '../sessions/command/page/StopDialog.tsx';
import { CommandDesk } from '../sessions/command/run/CommandDesk.ts';
import { CommandHistory } from '../sessions/command/run/CommandHistory.ts';
import type { CommandTask } from '../sessions/command/run/CommandRun.ts';
import type { ExecuteParams } from '../wire/command/executeParams.ts';
import { CommandFactor } from './command/CommandFactor.tsx';
import { paths } from './paths.ts';
import { useConsole } from './useConsole.ts';

/** The results belong to no conversation of the assistant, but the server requires an id (streams §8.1). */
const paramsOf = ({ command, login }: CommandTask, ids: readonly string[]): ExecuteParams => ({
  command,
  login,
  query: queryOfIds(ids),
  conversationId: randomUuid(),
  executionId: randomUuid(),
});

const deskOf = (clusterId: string): CommandDesk =>
  new CommandDesk({
    open: (task, ids) => openCommandSocket(clusterId, paramsOf(task, ids)),
    explain: (task, ids, signal) => explainCommand(clusterId, paramsOf(task, ids), signal),
    addressBytes: (task, ids) => commandAddressBytes(clusterId, paramsOf(task, ids)),
    fetchNodes: (ids, signal) => fetchNodesById(clusterId, ids, signal),
    pingServer,
    nodesPerSocket: serverBehaviour.nodesPerCommandSocket,
    nodesAtOnce: serverBehaviour.commandNodesAtOnce,
    stopsCommands: serverBehaviour.stopsCommands,
    clock: systemClock,
  });

/** `/web/cluster/{site}/nodes/command?servers={id},{id}`. Each cluster has its own desk. */
export default function CommandRoute() {
  const { clusterId = '' } = useParams();
  const slot = useDraftSlot('command');
  return slot !== undefined && <Desk key={clusterId} clusterId={clusterId} slot={slot} />;
}

function Desk({ clusterId, slot }: { clusterId: string; slot: string }) {
  const { user } = useConsole();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [desk] = useState(() => deskOf(clusterId));
  const [history] = useState(() => new CommandHistory(localStorage, user.username, slot));
  const listed = search.get('servers') ?? '';
  const ids = useMemo(() => [...new Set(listed.split(',').filter(Boolean))], [listed]);
  const guard = useLeaveGuard(useCallback(() => desk.isRunning, [desk]));
  useEffect(() => () => desk.dispose(), [desk]);
  const run = desk.run.get();
  return (
    <>
      <CommandPage
        desk={desk}
        history={history}
        ids={ids}
        onIds={(next, how) => setSearch({ servers: next.join(',') }, { replace: how === 'changed' })}
        onBack={() => void navigate(paths.nodes({ clusterId }))}
        FactorPrompt={CommandFactor}
      />
      {guard.state === 'blocked' && run && (
        <StopDialog run={run} onKeep={() => guard.reset()} onOver={() => guard.proceed()} />
      )}
    </>
  );
}
