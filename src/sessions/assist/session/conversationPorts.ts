// The dependencies of a conversation.
import type { SocketOf } from '../../../api/MessageSocket.ts';
import type { Node } from '../../../api/nodes.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import type { AssistMessageJson } from '../../../wire/assist/messages.ts';
import type { ExecuteParams } from '../../../wire/command/executeParams.ts';
import type { CommandPorts } from '../../command/run/CommandRun.ts';
import type { PlanPorts } from './CommandPlan.ts';
import type { RecordingPorts } from './StoredOutput.ts';

/** Dependencies for the messages of a conversation. */
export type SessionPorts = {
  open: () => SocketOf<string>;
  explain: (signal: AbortSignal) => Promise<SocketProblem>;
  fetchHistory: (signal: AbortSignal) => Promise<readonly AssistMessageJson[]>;
  /** The server accepts more than the text of a message (streams §7.7). */
  hasExtensions: boolean;
  clock: Clock;
  /** Calls the listener each time that the network may have returned. */
  whenReachable: (listener: () => void) => Dispose;
};

/** Runs of commands. The socket of a run belongs to the conversation (streams §8.1). */
type RunPorts = Pick<CommandPorts, 'nodesAtOnce' | 'stopsCommands' | 'pingServer' | 'clock'> & {
  open: (params: ExecuteParams) => ReturnType<CommandPorts['open']>;
  explain: (params: ExecuteParams, signal: AbortSignal) => ReturnType<CommandPorts['explain']>;
  addressBytes: (params: ExecuteParams) => number;
  nodesPerSocket: number;
  fetchHosts: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Node[]>;
};

export type ConversationPorts = {
  session: SessionPorts;
  plan: Pick<PlanPorts, 'fetchNodes'>;
  run: RunPorts;
  recording: RecordingPorts;
  username: string;
};
