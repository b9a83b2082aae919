import {
  createConversation,
  deleteConversation,
  explainAssist,
  fetchAssistState,
  fetchConversations,
  fetchHistory,
  openAssistSocket,
  renameConversation,
  suggestTitle,
} from '../../api/assist.ts';
import { pingServer } from '../../api/sockets.ts';
import { reachability } from '../../api/client.ts';
import {
  commandAddressBytes,
  explainCommand,
  fetchNodesById,
  idsOfQuery,
  openCommandSocket,
} from '../../api/commands.ts';
import { fetchRows } from '../../api/lists.ts';
import { nodeList } from '../../api/nodes.ts';
import { fetchRecordingBytes, readRecordingEvents } from '../../api/recordingData.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { askBeforeUnload } from '../../lib/askBeforeUnload.ts';
import { systemClock } from '../../lib/clock.ts';
import { AssistDesk } from '../../sessions/assist/session/AssistDesk.ts';
import { SERVERS_MAX, type FoundNodes } from '../../sessions/assist/session/CommandPlan.ts';
import type { ConversationPorts } from '../../sessions/assist/session/conversationPorts.ts';
import { OUTPUT_BYTES_MAX } from '../../sessions/assist/session/StoredOutput.ts';
import { forgetInPanel } from './panelState.ts';

const reachable = (listener: () => void) => {
  const whenReached = () => reachability.get().kind === 'reached' && listener();
  window.addEventListener('online', listener);
  const off = reachability.subscribe(whenReached);
  return () => {
    window.removeEventListener('online', listener);
    off();
  };
};

async function fetchNodes(clusterId: string, query: string, signal: AbortSignal): Promise<FoundNodes> {
  const ids = idsOfQuery(query);
  if (ids) {
    // The query of a large run does not fit into one address.
    const nodes = await fetchNodesById(clusterId, ids, signal);
    return { nodes: nodes.slice(0, SERVERS_MAX), total: nodes.length };
  }
  const request = { limit: SERVERS_MAX, query, sort: { field: 'hostname', descending: false } };
  const { rows, total, next } = await fetchRows(nodeList, { clusterId }, request, signal);
  // A server that does not count only reports whether there are more.
  return { nodes: rows, total: total ?? rows.length + (next === '' ? 0 : 1) };
}

const portsOf = (clusterId: string, id: string, username: string): ConversationPorts => ({
  username,
  session: {
    open: () => openAssistSocket(clusterId, id),
    explain: (signal) => explainAssist(clusterId, id, signal),
    fetchHistory: (signal) => fetchHistory(id, signal),
    hasExtensions: serverBehaviour.assistExtensions,
    clock: systemClock,
    whenReachable: reachable,
  },
  plan: { fetchNodes: (query, signal) => fetchNodes(clusterId, query, signal) },
  run: {
    open: (params) => openCommandSocket(clusterId, params),
    explain: (params, signal) => explainCommand(clusterId, params, signal),
    addressBytes: (params) => commandAddressBytes(clusterId, params),
    nodesPerSocket: serverBehaviour.nodesPerCommandSocket,
    nodesAtOnce: serverBehaviour.commandNodesAtOnce,
    stopsCommands: serverBehaviour.stopsCommands,
    fetchHosts: (ids, signal) => fetchNodesById(clusterId, ids, signal),
    pingServer,
    clock: systemClock,
  },
  recording: {
    fetchBytes: (sid, signal) =>
      fetchRecordingBytes({ clusterId, sid }, { offset: 0, bytes: OUTPUT_BYTES_MAX + 1 }, signal),
    readEvents: (sid, take, signal) => readRecordingEvents({ clusterId, sid }, take, signal),
  },
});

const desks = new Map<string, AssistDesk>();

/**
 * The user's conversations whose commands run in this cluster. It lives as long as the page, so that running commands
 * continue.
 */
export function assistDesk(clusterId: string, username: string): AssistDesk {
  const cached = desks.get(clusterId);
  if (cached) return cached;
  const desk = new AssistDesk({
    username,
    storage: localStorage,
    fetchConversations,
    createConversation,
    deleteConversation: async (id) => {
      await deleteConversation(id);
      forgetInPanel(id);
    },
    renameConversation,
    suggestTitle,
    fetchState: serverBehaviour.assistExtensions ? () => fetchAssistState() : undefined,
    portsOf: (id) => portsOf(clusterId, id, username),
  });
  askBeforeUnload(() => desk.isRunning);
  desks.set(clusterId, desk);
  return desk;
}
