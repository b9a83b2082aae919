// What is wrong with a resource document, and the field that it is about.
import { decodePercent } from '../lib/encoding.ts';
import { parseJson, pathSteps } from '../lib/json.ts';

/** Keys and indices from the root of the document. */
export type FieldPath = readonly (string | number)[];
export type FieldFault = { message: string; path: FieldPath };
/** A message alone begins with its field: `spec.roles[0]: …`, `spec.client_id is missing`. */
export type DocumentFault = string | FieldFault;

/** For a message whose words do not begin with the field. */
export const faultAt = (message: string, ...path: FieldPath): FieldFault => ({ message, path });

const HEAD = /^(?:unknown key )?((?:spec|metadata|kind|version|sub_kind)(?:\[\d+\])*(?:\.[^:\s;]+)?)(?:: |[ ;]|$)/;

/** The fault with its field; an empty path where the message names none. */
export function toFieldFault(fault: DocumentFault): FieldFault {
  if (typeof fault !== 'string') return fault;
  const [, head = ''] = HEAD.exec(fault) ?? [];
  return { message: fault, path: pathSteps(head) };
}

/** The message for a place that already shows the field: without `spec.roles[0]: `. */
export const withoutField = (message: string): string => message.replace(/^(?:spec|metadata|kind|version)\S*: /, '');

const isStep = (step: unknown): step is string | number => typeof step === 'string' || Number.isSafeInteger(step);

/** Reads the header of a refusal (`FIELD_PATH_HEADER`); undefined where it names no field. */
export function parseFieldPath(header: string | undefined): FieldPath | undefined {
  const json: unknown = header === undefined ? undefined : parseJson(decodePercent(header));
  return Array.isArray(json) && json.length > 0 && json.every(isStep) ? json : undefined;
}
