// Connection tests: limits how many run in parallel, and stores their results for a while (http-resources §13).
import { randomUUID } from 'node:crypto';
import type { DiagnosticJson, TraceJson } from '../../src/wire/diagnostics.ts';
import { limitExceeded } from '../http/failures.ts';

/** Each test holds a connection, and a browser runs one at a time. */
const OF_USER_MAX = 3;
const OF_ALL_MAX = 24;
/** Limit of stored results of all users. The oldest are dropped first. */
const RESULTS_MAX = 1000;
const RESULT_TTL_MS = 10 * 60_000;

type Result = { user: string; atMs: number; json: DiagnosticJson };

export class ConnectionTests {
  #now: () => number;
  #running: string[] = [];
  /** In the order of creation. */
  #results = new Map<string, Result>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws 429 if too many tests are running. The same user can read the result for ten minutes. */
  async run(user: string, work: () => Promise<TraceJson[]>): Promise<DiagnosticJson> {
    const runningCount = this.#running.filter((name) => name === user).length;
    if (runningCount >= OF_USER_MAX || this.#running.length >= OF_ALL_MAX)
      throw limitExceeded('Too many connection tests are running. Wait until one has ended, and test again.');
    this.#running.push(user);
    try {
      const traces = await work();
      const success = traces.every(({ status }) => status === 'SUCCESS');
      return this.#store(user, { id: randomUUID(), success, message: success ? 'success' : 'failed', traces });
    } finally {
      this.#running.splice(this.#running.indexOf(user), 1);
    }
  }

  find(user: string, id: string): DiagnosticJson | undefined {
    const result = this.#results.get(id);
    if (result?.user !== user || result.atMs + RESULT_TTL_MS <= this.#now()) return undefined;
    return result.json;
  }

  #store(user: string, json: DiagnosticJson): DiagnosticJson {
    const nowMs = this.#now();
    for (const [id, { atMs }] of this.#results)
      if (atMs + RESULT_TTL_MS <= nowMs || this.#results.size >= RESULTS_MAX) this.#results.delete(id);
      else break;
    this.#results.set(json.id, { user, atMs: nowMs, json });
    return json;
  }
}
