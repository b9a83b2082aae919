// Fields of the frames of a query console, in both directions (streams §11).
import { at, isObject, parseJson, type JsonObject } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';

/** Throws WireError if the frame is not a JSON object. */
export function readFrame(frame: string): JsonObject {
  const json = parseJson(frame);
  if (!isObject(json)) throw new WireError('query: a frame must be a JSON object');
  return json;
}

/** Throws WireError for any other type, like the readers below. */
export function text(json: unknown, name: string): string {
  const value = at(json, name);
  if (typeof value !== 'string') throw new WireError(`query: ${name} must be a text`);
  return value;
}

export function flag(json: unknown, name: string): boolean {
  const value = at(json, name);
  if (typeof value !== 'boolean') throw new WireError(`query: ${name} must be true or false`);
  return value;
}
