import { at } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import { flag, readFrame, text } from './frameFields.ts';
import { ROW_LIMIT_MAX, type QueryRequest } from './messages.ts';

/**
 * Decodes a frame of a client (streams §11.2). Throws WireError if it is invalid. The caller checks the length of
 * `sql`, since a text that is too long gets an answer.
 */
export function decodeRequest(frame: string): QueryRequest {
  const json = readFrame(frame);
  const type = at(json, 'type');
  switch (type) {
    case 'run': {
      const explain = at(json, 'explain') === undefined ? false : flag(json, 'explain');
      return { type, id: count(json, 'id'), sql: text(json, 'sql'), rowLimit: rows(json, 'rowLimit'), explain };
    }
    case 'more':
      return { type, id: count(json, 'id'), set: count(json, 'set'), rows: rows(json, 'rows') };
    case 'close':
      return { type, id: count(json, 'id'), set: count(json, 'set') };
    case 'cancel':
    case 'catalog':
      return { type, id: count(json, 'id') };
    case 'factor':
      return { type, answer: at(json, 'answer') };
    default:
      throw new WireError('query: unknown type');
  }
}

function count(json: unknown, name: string): number {
  const value = at(json, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new WireError(`query: ${name} must be a whole number from 0`);
  return value;
}

function rows(json: unknown, name: string): number {
  const value = count(json, name);
  if (value < 1 || value > ROW_LIMIT_MAX) throw new WireError(`query: ${name} must be from 1 to ${ROW_LIMIT_MAX}`);
  return value;
}
