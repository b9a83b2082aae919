// Frames of the socket that plays a recorded desktop (streams §6).
import { fromBase64, fromUtf8 } from '../../lib/encoding.ts';
import { at, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';

export type PlaybackFrame =
  { kind: 'message'; ms: number; message: Uint8Array } | { kind: 'end' } | { kind: 'error'; text: string };

/** Throws WireError if this is not a frame of a server. */
export function decodePlayback(frame: Uint8Array): PlaybackFrame {
  const json = parseJson(fromUtf8(frame));
  const content = textAt(json, 'message');
  if (content === 'end') return { kind: 'end' };
  if (content === 'error') return { kind: 'error', text: textAt(json, 'errorText') };
  const [message, ms] = [fromBase64(content), at(json, 'ms')];
  if (!message || message.length === 0 || typeof ms !== 'number') throw new WireError('a frame without a message');
  return { kind: 'message', ms, message };
}

/** The playback speeds of a server (streams §6). */
export const PLAYBACK_SPEED = { min: 0.25, max: 16 } as const;

export const PLAY_PAUSE = JSON.stringify({ action: 'play/pause' });
export const speedAction = (speed: number): string => JSON.stringify({ action: 'speed', speed });

export type PlaybackAction = { kind: 'toggle' } | { kind: 'speed'; speed: number } | { kind: 'seek'; ms: number };

/** The request of a client. Undefined for anything else, after which a server closes the socket. */
export function decodeAction(text: string): PlaybackAction | undefined {
  const json = parseJson(text);
  const [action, speed, to] = [textAt(json, 'action'), at(json, 'speed'), at(json, 'pos')];
  if (action === 'play/pause') return { kind: 'toggle' };
  if (action === 'speed') {
    const { min, max } = PLAYBACK_SPEED; // a missing or invalid value counts as the slowest speed
    return { kind: 'speed', speed: Math.min(max, Math.max(min, typeof speed === 'number' ? speed : 0)) };
  }
  return action === 'seek' && Number.isSafeInteger(to) ? { kind: 'seek', ms: Math.max(0, Number(to)) } : undefined;
}
