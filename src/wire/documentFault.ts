// A mistake in a resource document, with the affected field.
import { decodePercent } from '../lib/encoding.ts';
import { parseJson, pathSteps } from '../lib/json.ts';

/** Keys and indices from the root of the document. */
export type FieldPath = readonly (string | number)[];
export type FieldFault = { message: string; path: FieldPath };
/** A message without a path begins with its field: `spec.roles[0]: …`, `spec.client_id is missing`. */
export type DocumentFault = string | FieldFault;

/** For a message that does not begin with the field. */
export const faultAt = (message: string, ...path: FieldPath): FieldFault => ({ message, path });

const HEAD = /^(?:unknown key )?((?:spec|metadata|kind|version|sub_kind)(?:\[\d+\])*(?:\.[^:\s;]+)?)(?:: |[ ;]|$)/;

/** The fault with its field. The path is empty if the message does not name a field. */
export function toFieldFault(fault: DocumentFault): FieldFault {
  if (typeof fault !== 'string') return fault;
  const [, head = ''] = HEAD.exec(fault) ?? [];
  return { message: fault, path: pathSteps(head) };
}

/** The message without `spec.roles[0]: `, for places that already show the field. */
export const withoutField = (message: string): string => message.replace(/^(?:spec|metadata|kind|version)\S*: /, '');

const isStep = (step: unknown): step is string | number => typeof step === 'string' || Number.isSafeInteger(step);

/** Parses the header of a refusal (`FIELD_PATH_HEADER`). Undefined if it does not name a field. */
export function parseFieldPath(header: string | undefined): FieldPath | undefined {
  const json: unknown = header === undefined ? undefined : parseJson(decodePercent(header));
  return Array.isArray(json) && json.length > 0 && json.every(isStep) ? json : undefined;
}
