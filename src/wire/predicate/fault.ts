import { utf8 } from '../../lib/encoding.ts';

/** An error in an expression. `at` is the offset in the text, for a mark in an editor. */
export type Fault = { ok: false; message: string; at: number };

/** Carries a fault up through the recursion of a reader. It never leaves this module. */
export class FaultError extends Error {
  override name = 'FaultError';
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A syntax error has its position in the message, as in the reference: `1:8: expected operand, found 'EOF'`. */
export function syntaxFault(text: string, at: number, message: string): FaultError {
  const before = text.slice(0, at).split('\n');
  const column = utf8(before.at(-1) ?? '').length + 1; // the reference counts bytes
  return new FaultError(`${before.length}:${column}: ${message}`, at);
}

/** Runs a reader and returns its fault as a result. */
export function catchFault<T extends { ok: true }>(read: () => T): T | Fault {
  try {
    return read();
  } catch (error) {
    if (error instanceof FaultError) return { ok: false, message: error.message, at: error.at };
    throw error;
  }
}
