// Refusals of the API: the status table of http-auth §1.8 by name.
import { toFieldFault, type DocumentFault, type FieldPath } from '../../src/wire/documentFault.ts';

/** A refusal that the client sees. Any other error becomes a 500 without details. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  /** The context of the error, innermost first (http-auth §1.8). */
  readonly context: readonly string[];
  /** The field of a refused document. Empty if the refusal is about no field. */
  readonly fieldPath: FieldPath;

  constructor(
    status: number,
    message: string,
    fields?: Readonly<Record<string, unknown>>,
    context: readonly string[] = [],
    fieldPath: FieldPath = [],
  ) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.context = context;
    this.fieldPath = fieldPath;
  }
}

export const badRequest = (message: string): ApiFailure => new ApiFailure(400, message);
/** The fault of a submitted document, with its field for the console's editor (http-auth §1.8). */
export function badDocument(fault: DocumentFault, status = 400): ApiFailure {
  const { message, path } = toFieldFault(fault);
  return new ApiFailure(status, message, undefined, [], path);
}
/** Also for callers who are not signed in: 401 is never used (http-auth §1.5). */
export const denied = (message: string): ApiFailure => new ApiFailure(403, message);
export const notFound = (message: string): ApiFailure => new ApiFailure(404, message);
export const alreadyExists = (message: string): ApiFailure => new ApiFailure(409, message);
export const limitExceeded = (message: string): ApiFailure => new ApiFailure(429, message);
/** For an answer that its thread has no memory for. */
export const needsTooMuchMemory = (): ApiFailure =>
  new ApiFailure(503, 'the answer needs too much memory. Request less at once');
/** For parts of the contract that this gateway does not implement yet: the message states it. */
export const notServed = (message: string): ApiFailure => new ApiFailure(501, message);

/** The error body on the wire: indented by four, empty members left out (http-auth §1.8). */
export const failureBody = (
  message: string,
  fields?: Readonly<Record<string, unknown>>,
  messages: readonly string[] = [],
): string =>
  JSON.stringify({ error: { message }, ...(messages.length > 0 && { messages }), ...(fields && { fields }) }, null, 4);
