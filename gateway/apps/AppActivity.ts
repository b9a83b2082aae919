// The audit events about the use of applications: one event for all requests of five minutes (http-resources §4.5).
import { randomUUID } from 'node:crypto';
import type { Audit } from '../audit/audit.ts';
import type { AppSession } from './AppSession.ts';

const CHUNK_MS = 5 * 60_000;

type Parts = { audit: Audit; now: () => number; report: (error: unknown) => void };
type Chunk = { startMs: number; requests: number; refused: number };

export class AppActivity {
  #parts: Parts;
  #chunks = new Map<AppSession, Chunk>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The common fields of all events of a session. */
  fieldsOf({ id, holder, app }: AppSession) {
    return { sid: id, user: holder.user, app_name: app.name, app_public_addr: app.publicAddr, app_uri: app.uri };
  }

  /** `status`: of the answer. */
  note(session: AppSession, status: number): void {
    const chunk = this.#chunks.get(session) ?? { startMs: this.#parts.now(), requests: 0, refused: 0 };
    this.#chunks.set(session, chunk);
    chunk.requests += 1;
    if (status >= 400) chunk.refused += 1;
  }

  /** Writes the events of completed intervals. */
  flushDue(): void {
    const nowMs = this.#parts.now();
    // The system clock can be set back.
    for (const [session, { startMs }] of this.#chunks) if (Math.abs(nowMs - startMs) >= CHUNK_MS) this.end(session);
  }

  /** Writes the event of the session's current interval. */
  end(session: AppSession): void {
    const chunk = this.#chunks.get(session);
    if (!chunk) return;
    this.#chunks.delete(session);
    const { audit, report } = this.#parts;
    const { requests, refused } = chunk;
    const use = { session_chunk_id: randomUUID(), requests, requests_failed: refused };
    audit.emitOrReport('app.session.chunk', { ...this.fieldsOf(session), ...use }, report);
  }
}
