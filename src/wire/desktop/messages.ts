// All messages of the desktop protocol (streams §5.3), as objects with a `kind`.
import { WireError } from '../envelope.ts';
import { DIRECTORY_MESSAGES } from './directoryMessages.ts';
import { EXTENSION_MESSAGES } from './extensionMessages.ts';
import { INPUT_MESSAGES } from './inputMessages.ts';
import { ByteReader, ByteWriter, readAll, writeAll, type MessageOf, type MessageType } from './layout.ts';
import { SCREEN_MESSAGES } from './screenMessages.ts';
import { SESSION_MESSAGES } from './sessionMessages.ts';

const TYPES = [
  ...SCREEN_MESSAGES,
  ...INPUT_MESSAGES,
  ...SESSION_MESSAGES,
  ...DIRECTORY_MESSAGES,
  ...EXTENSION_MESSAGES,
] as const;

export type DesktopMessage = MessageOf<(typeof TYPES)[number]>;
export type DesktopMessageKind = DesktopMessage['kind'];
export type DesktopMessageOf<K extends DesktopMessageKind> = Extract<DesktopMessage, { kind: K }>;

const byType = new Map<number, MessageType>(TYPES.map((type) => [type.type, type]));
const byKind = new Map<string, MessageType>(TYPES.map((type) => [type.kind, type]));

/** Throws WireError for an unknown number: no decoder can find the start of the next message. */
export function messageType(type: number): MessageType {
  const found = byType.get(type);
  if (!found) throw new WireError(`unknown type ${type} of a desktop message`);
  return found;
}

/** The kind of an encoded message, without decoding it. Undefined if the first byte is not a type. */
export const kindOf = (message: Uint8Array): DesktopMessageKind | undefined =>
  byType.get(message[0] ?? 0)?.kind as DesktopMessageKind | undefined;

export function encodeDesktop(value: DesktopMessage): Uint8Array<ArrayBuffer> {
  const type = byKind.get(value.kind);
  if (!type) throw new TypeError(`no desktop message ${value.kind}`);
  const to = new ByteWriter();
  to.u8(type.type);
  writeAll(type.layout, to, value);
  return to.toBytes();
}

/**
 * One complete message, as in every frame of a server (streams §5.2). Throws WireError, also if bytes are left over.
 * Bytes in it are views into `frame`.
 */
export function decodeDesktop(frame: Uint8Array): DesktopMessage {
  const from = new ByteReader(frame);
  const type = messageType(from.u8());
  const value = { kind: type.kind, ...readAll(type.layout, from) } as DesktopMessage;
  if (from.at < frame.length) throw new WireError(`${frame.length - from.at} bytes after a message ${type.kind}`);
  return value;
}
