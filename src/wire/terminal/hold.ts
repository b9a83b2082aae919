import { WireError } from '../wireError.ts';

/** Payload of letter `p`, an extension: whether the client wants no output for now. It has to ask for more again. */
export const encodeHold = (holds: boolean): string => (holds ? 'hold' : 'go');

export function decodeHold(text: string): boolean {
  if (text !== 'hold' && text !== 'go') throw new WireError('terminal: a hold that is neither "hold" nor "go"');
  return text === 'hold';
}
