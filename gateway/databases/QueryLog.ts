// Writes the recording of a database session, and its events in the audit log.
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { QueryProtocol } from '../../src/wire/query/messages.ts';
import { statementStart } from '../../src/wire/query/splitStatements.ts';
import type { Audit, AuditEvent } from '../audit/audit.ts';
import type { Recordings } from '../recordings/Recordings.ts';
import type { RecordingWriter } from '../recordings/RecordingWriter.ts';
import { uploadFields } from '../recordings/uploaded.ts';
import { inDatabase, toQueryEnd, type QuerySubject } from './querySubject.ts';
import { statementParts, statementText, toLines } from './transcript.ts';

export type QueryLogParts = {
  audit: Audit;
  recordings: Recordings;
  clock: Clock;
  /** Something could not be written. The session continues. */
  report: (error: unknown) => void;
};

/** Limits of a statement and of an error in an event. */
const QUERY_MAX_CHARS = 10_000;
const ERROR_MAX_CHARS = 1000;
/** The screen size in the player. The browser has no screen size for queries. */
const SCREEN_SIZE = '160:45';

export class QueryLog {
  #parts: QueryLogParts;
  #subject: QuerySubject;
  #writer: RecordingWriter | undefined;
  #failure: Error | undefined;
  #start: Readonly<JsonObject> | undefined;
  #index = 0;
  #isOver = false;
  #caughtUp: (() => void)[] = [];

  constructor(parts: QueryLogParts, subject: QuerySubject) {
    this.#parts = parts;
    this.#subject = subject;
  }

  /** Never rejects: see `failure`. `failed`: nothing more is recorded. */
  async open(failed: () => void): Promise<void> {
    if (!this.#subject.recorded) return;
    const fail = (error: unknown) => {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#parts.report(error);
    };
    const pressure = () => this.#judgePressure();
    try {
      this.#writer = await this.#parts.recordings.begin(this.#subject.id, {
        pressure,
        failed(error) {
          fail(error);
          failed();
          pressure();
        },
      });
    } catch (error) {
      fail(error);
    }
  }

  /** Why the session is not, or no longer, recorded. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  get isRecording(): boolean {
    return this.#writer !== undefined && this.#failure === undefined;
  }

  /** Throws if the event cannot be written to the audit log: then the session must not start. */
  started(): void {
    const { audit } = this.#parts;
    const from = { 'addr.remote': this.#subject.owner.remoteAddr };
    const event = audit.compose('db.session.start', { ...this.#common(), ...from, code: 'TDB00I', success: true });
    audit.write(event);
    this.#index++;
    this.#writer?.advanceTo(event.timeMs);
    this.#writer?.event({ ...event.document, size: SCREEN_SIZE });
    this.#start = event.document;
  }

  /** The session did not start. */
  refused(why: string): void {
    const from = { 'addr.remote': this.#subject.owner.remoteAddr };
    const fields = { ...this.#common(), ...from, ...failure(why), code: 'TDB00W' } as const;
    this.#write(this.#parts.audit.composeRefusal('db.session.start', fields));
  }

  /**
   * Records a statement. Send it to the database after this resolves: the recording has all of it, the event its start.
   */
  async query(sql: string, protocol: QueryProtocol): Promise<void> {
    if (this.#isOver) return;
    const fields = { success: true, db_query: statementStart(sql, protocol, QUERY_MAX_CHARS) } as const;
    this.#record(this.#parts.audit.compose('db.session.query', { ...this.#common(), ...fields }));
    this.print(statementText(this.#subject.dbName, sql));
    if (!this.#writer) return;
    const parts = statementParts(sql);
    parts.next(); // the first part is already printed
    for (const part of parts) {
      await this.caughtUp();
      await setImmediate();
      this.print(toLines(part));
    }
  }

  /** A statement that the gateway does not send. */
  queryRefused(sql: string, protocol: QueryProtocol, why: string): void {
    if (this.#isOver) return;
    const fields = { ...failure(why), db_query: statementStart(sql, protocol, QUERY_MAX_CHARS) };
    this.#record(this.#parts.audit.composeRefusal('db.session.query.failed', { ...this.#common(), ...fields }));
    this.print(statementText(this.#subject.dbName, sql));
  }

  /** The gateway disconnects the user. `ended` follows. */
  disconnected(reason: string): void {
    const { database, dbUser, owner } = this.#subject;
    const ends = { 'addr.local': database.uri, 'addr.remote': owner.remoteAddr };
    const fields = { user: owner.user, login: dbUser, reason, server_id: database.hostId, ...ends };
    this.#write(this.#parts.audit.compose('client.disconnect', fields));
  }

  /** Writes only to the recording. Escape foreign text with `transcript.ts` first. */
  print(text: string): void {
    if (this.#isOver) return;
    this.#index += this.#writer?.print(utf8(text), this.#parts.clock.now()) ?? 0;
  }

  /** Waits while the disk accepts less than the session produces. */
  async caughtUp(): Promise<void> {
    if (this.#writer?.behind && !this.#failure) await new Promise<void>((resolve) => this.#caughtUp.push(resolve));
  }

  /** Ends the recording before it writes the end event: a reader of that event finds a complete recording. */
  async ended(): Promise<void> {
    this.#isOver = true;
    if (!this.#start) return this.abandon();
    const { audit, clock, recordings, report } = this.#parts;
    const writer = this.#writer;
    const stopMs = writer?.advanceTo(clock.now()) ?? clock.now();
    const fields = toQueryEnd(this.#start, this.#index++, new Date(stopMs), writer !== undefined);
    const failure = this.#failure && { recording_error: this.#failure.message };
    const event = audit.compose('db.session.end', { ...fields, ...failure }, stopMs);
    if (!writer) return this.#write(event);
    writer.event(event.document);
    await writer.close();
    const isFound = await recordings
      .finish(this.#subject.id, { event: { ...event.document }, bytes: writer.bytesWritten })
      .then(() => true)
      .catch((error: unknown) => {
        report(error);
        return false;
      });
    this.#write(event);
    if (isFound) this.#write(audit.compose('session.upload', uploadFields(this.#subject.id, event.document)));
  }

  /** The session did not start: deletes its recording. */
  async abandon(): Promise<void> {
    if (!this.#writer) return;
    await this.#writer.close();
    await this.#parts.recordings.remove(this.#subject.id).catch(this.#parts.report);
  }

  #common() {
    return { ...inDatabase(this.#subject), ei: this.#index };
  }

  /** The recording and the audit log have the same event with the same id. */
  #record(event: AuditEvent | undefined): void {
    if (!event) return;
    this.#index++;
    this.#writer?.event(event.document);
    this.#write(event);
  }

  #write(event: AuditEvent | undefined): void {
    try {
      if (event) this.#parts.audit.write(event);
    } catch (error) {
      this.#parts.report(error);
    }
  }

  #judgePressure(): void {
    if (!this.#writer?.behind || this.#failure) for (const resume of this.#caughtUp.splice(0)) resume();
  }
}

function failure(why: string) {
  const error = why.replace(/\s+/g, ' ').slice(0, ERROR_MAX_CHARS);
  return { success: false, error, message: error } as const;
}
