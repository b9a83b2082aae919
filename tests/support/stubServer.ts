// A server whose answers the test supplies.
import { vi } from 'vitest';

export type Call = { method: string; path: string; body: unknown };
/** The body of the answer, or a failure. A promise delays the answer. */
export type Answer = (call: Call) => unknown;

/** A refusal in the form of the server. */
export class Refusal {
  readonly status: number;
  readonly message: string;
  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

/** Replaces `fetch`. Returns the received calls in order. Undo with `vi.unstubAllGlobals`. */
export function stubServer(answer: Answer): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (input: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(input, location.origin);
    const call = {
      method,
      path: pathname.replace('/v1/webapi/', ''),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    calls.push(call);
    const answered = await answer(call);
    if (answered instanceof Refusal)
      return Response.json({ error: { message: answered.message } }, { status: answered.status });
    return Response.json(answered);
  });
  return calls;
}
