// The messages of a command socket, grouped by node.
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { decodeCommandDone, decodeCommandOutput } from '../../src/wire/command/commandFrames.ts';
import type { TerminalClient } from './terminalClient.ts';

export type NodeOutcome = {
  sid: string;
  stdout: string;
  stderr: string;
  /** The error; '' without one. */
  error: string;
  done: boolean;
};

/** All messages so far. */
export function outcomes(socket: TerminalClient): Map<string, NodeOutcome> {
  const byNode = new Map<string, NodeOutcome>();
  const of = (id: string) => {
    const found = byNode.get(id);
    if (!found) throw new Error(`${id} says something before its session is told`);
    return found;
  };
  for (const { type, payload } of socket.frames) {
    const text = fromUtf8(payload);
    if (type === 's') {
      const { id, server_id } = JSON.parse(text).session;
      byNode.set(server_id, { sid: id, stdout: '', stderr: '', error: '', done: false });
    } else if (type === 'r') {
      const output = decodeCommandOutput(text);
      const key = output.type === 'teleport-error' ? 'error' : output.type;
      of(output.nodeId)[key] += Buffer.from(output.bytes).toString('latin1');
    } else if (type === 'c') of(decodeCommandDone(text) ?? '').done = true;
  }
  return byNode;
}

/** Waits for the end: the code of the close frame, and the outcome of every node. */
export async function finished(socket: TerminalClient): Promise<{ code: number; nodes: Map<string, NodeOutcome> }> {
  const code = await socket.closed;
  return { code, nodes: outcomes(socket) };
}
