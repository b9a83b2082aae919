// Frames of a command socket about one of its nodes (streams §8.3, §8.4). `s` frames are those of the terminal.
import { fromBase64 } from '../../lib/encoding.ts';
import { at, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';

/**
 * `teleport-error`: the reason why a node's command failed, including a non-zero exit status. It is the last frame of
 * that node.
 */
const OUTPUT_TYPES = ['stdout', 'stderr', 'teleport-error'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

export type CommandOutput = { nodeId: string; type: OutputType; bytes: Uint8Array };

/** Payload of an `r` frame. `base64`: the bytes in the standard alphabet, with padding. */
export const encodeCommandOutput = (nodeId: string, type: OutputType, base64: string): string =>
  JSON.stringify({ node_id: nodeId, type, payload: base64 });

export function decodeCommandOutput(payload: string): CommandOutput {
  const json = parseJson(payload);
  const nodeId = textAt(json, 'node_id');
  if (nodeId === '') throw new WireError('command output: no node');
  const type = OUTPUT_TYPES.find((outputType) => outputType === at(json, 'type'));
  if (!type) throw new WireError(`command output: unknown type ${JSON.stringify(at(json, 'type'))}`);
  const bytes = fromBase64(textAt(json, 'payload'));
  if (!bytes) throw new WireError('command output: not base64');
  return { nodeId, type, bytes };
}

/** Payload of a `c` frame: the node that is done. A 13.1 cluster leaves it out. */
export const encodeCommandDone = (nodeId: string): string => JSON.stringify({ node_id: nodeId });

/** Undefined if the server does not name the node. */
export const decodeCommandDone = (payload: string): string | undefined =>
  textAt(parseJson(payload), 'node_id') || undefined;
