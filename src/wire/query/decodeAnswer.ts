import { at, isObject } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import { flag, readFrame, text } from './frameFields.ts';
import type { CatalogTable, Cell, Column, ColumnKind, QueryAnswer, TransactionState } from './messages.ts';

const KINDS: readonly ColumnKind[] = ['text', 'number', 'boolean', 'time', 'json', 'binary'];
const STATES: readonly TransactionState[] = ['none', 'open', 'failed'];

/**
 * Decodes a frame of the gateway (streams §11). Throws WireError if a field has the wrong type. Undefined for an
 * unknown type. Unknown fields are dropped.
 */
export function decodeAnswer(frame: string): QueryAnswer | undefined {
  const json = readFrame(frame);
  const type = at(json, 'type');
  switch (type) {
    case 'challenge':
      return { type, challenge: at(json, 'challenge') };
    case 'ready':
      return readyOf(json);
    case 'columns':
      return { type, ...setOf(json), columns: listOf(json, 'columns', columnOf) };
    case 'rows':
      return { type, ...setOf(json), rows: listOf(json, 'rows', rowOf) };
    case 'set':
      return {
        type,
        ...setOf(json),
        command: text(json, 'command'),
        ...optional(json, 'count', count),
        hasMore: flag(json, 'hasMore'),
        ...optional(json, 'isCut', flag),
        ms: count(json, 'ms'),
      };
    case 'failed':
      return {
        type,
        id: count(json, 'id'),
        message: text(json, 'message'),
        ...optional(json, 'code', text),
        ...optional(json, 'position', count),
        ...optional(json, 'detail', text),
        ...optional(json, 'hint', text),
      };
    case 'cancelled':
      return { type, id: count(json, 'id') };
    case 'done':
      return { type, id: count(json, 'id'), ms: count(json, 'ms') };
    case 'notice':
      return { type, severity: text(json, 'severity'), message: text(json, 'message') };
    case 'transaction':
      return { type, state: oneOf(STATES, at(json, 'state'), 'state') };
    case 'catalog':
      return { type, id: count(json, 'id'), tables: listOf(json, 'tables', tableOf), last: flag(json, 'last') };
    case 'alive':
      return { type };
    case 'ended':
      return { type, reason: text(json, 'reason') };
    default:
      if (typeof type !== 'string') throw new WireError('query: a frame has no type');
      return undefined;
  }
}

function readyOf(json: unknown): QueryAnswer {
  return {
    type: 'ready',
    sid: text(json, 'sid'),
    protocol: oneOf(['postgres', 'mysql'] as const, at(json, 'protocol'), 'protocol'),
    version: text(json, 'version'),
    user: text(json, 'user'),
    database: text(json, 'database'),
    ...optional(json, 'readOnly', text),
    recorded: flag(json, 'recorded'),
  };
}

const setOf = (json: unknown) => ({ id: count(json, 'id'), set: count(json, 'set') });

const columnOf = (json: unknown): Column => ({
  name: text(json, 'name'),
  type: text(json, 'type'),
  kind: oneOf(KINDS, at(json, 'kind'), 'kind'),
});

function rowOf(json: unknown): readonly Cell[] {
  if (!Array.isArray(json)) throw new WireError('query: a row must be a list');
  return json.map(cellOf);
}

function cellOf(json: unknown): Cell {
  if (json === null || typeof json === 'string') return json;
  if (!isObject(json)) throw new WireError('query: a value must be a text, an object or null');
  return Object.hasOwn(json, 'binary')
    ? { binary: text(json, 'binary'), bytes: count(json, 'bytes') }
    : { cut: text(json, 'cut'), chars: count(json, 'chars') };
}

const tableOf = (json: unknown): CatalogTable => ({
  schema: text(json, 'schema'),
  name: text(json, 'name'),
  kind: oneOf(['table', 'view'] as const, at(json, 'kind'), 'kind'),
  columns: listOf(json, 'columns', (column) => ({ name: text(column, 'name'), type: text(column, 'type') })),
});

function listOf<T>(json: unknown, name: string, read: (item: unknown) => T): T[] {
  const list = at(json, name);
  if (!Array.isArray(list)) throw new WireError(`query: ${name} must be a list`);
  return list.map(read);
}

function count(json: unknown, name: string): number {
  const value = at(json, name);
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new WireError(`query: ${name} must be a number from 0`);
  return value;
}

function oneOf<T extends string>(values: readonly T[], value: unknown, name: string): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new WireError(`query: ${name} has an unknown value`);
  return found;
}

/** Nothing where the field is absent: an optional property is absent, never undefined. */
const optional = <K extends string, V>(json: unknown, name: K, read: (json: unknown, name: string) => V) =>
  (at(json, name) === undefined ? {} : { [name]: read(json, name) }) as { [P in K]?: V };
