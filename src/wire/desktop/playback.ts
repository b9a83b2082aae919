// Frames of the socket that plays a recorded desktop (streams §6).
import { fromBase64, fromUtf8 } from '../../lib/encoding.ts';
import { at, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';

export type PlaybackFrame =
  { kind: 'message'; ms: number; message: Uint8Array } | { kind: 'end' } | { kind: 'error'; text: string };

/** Throws WireError for what is no frame of a server. */
export function decodePlayback(frame: Uint8Array): PlaybackFrame {
  const json = parseJson(fromUtf8(frame));
  const content = textAt(json, 'message');
  if (content === 'end') return { kind: 'end' };
  if (content === 'error') return { kind: 'error', text: textAt(json, 'errorText') };
  const [message, ms] = [fromBase64(content), at(json, 'ms')];
  if (!message || message.length === 0 || typeof ms !== 'number') throw new WireError('a frame without a message');
  return { kind: 'message', ms, message };
}

export const PLAY_PAUSE = JSON.stringify({ action: 'play/pause' });
export const speedAction = (speed: number): string => JSON.stringify({ action: 'speed', speed });
