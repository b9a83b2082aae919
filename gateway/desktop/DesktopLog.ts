// The audit events of one desktop session. Only `started` throws.
import type { JsonObject } from '../../src/lib/json.ts';
import type { Audit } from '../audit/audit.ts';
import type { AuditEvents } from '../audit/events.ts';
import { uploadFields } from '../recordings/uploaded.ts';
import type { DesktopRecording } from './DesktopRecording.ts';
import type { DesktopSubject } from './desktopSubject.ts';
import { toDesktopEnd } from './recording/desktopEnd.ts';

/** The reason why a desktop was not reached may contain text of that computer. */
const ERROR_MAX_CHARS = 1000;

type Parts = { audit: Audit; report: (error: unknown) => void };

export class DesktopLog {
  #parts: Parts;
  #subject: DesktopSubject;
  #start: Readonly<JsonObject> = {};

  constructor(parts: Parts, subject: DesktopSubject) {
    this.#parts = parts;
    this.#subject = subject;
  }

  /** The session did not start. */
  refused(why: string): void {
    const error = why.replace(/\s+/g, ' ').slice(0, ERROR_MAX_CHARS);
    const outcome = { code: 'TDP00W', success: false, error } as const;
    this.#refuse('windows.desktop.session.start', { ...this.#begun(), ...outcome });
  }

  /** Returns the event for the recording. Throws if it cannot be written: then the session must not start. */
  started(): Readonly<JsonObject> {
    const { audit } = this.#parts;
    const outcome = { code: 'TDP00I', success: true } as const;
    const event = audit.compose('windows.desktop.session.start', { ...this.#begun(), ...outcome });
    audit.write(event);
    this.#start = event.document;
    return event.document;
  }

  /** Bytes of text, to the desktop or from it. */
  clipboard(direction: 'send' | 'receive', length: number): void {
    this.#emit(`desktop.clipboard.${direction}`, { ...this.#common(), length });
  }

  notShared({ directory, name }: { directory: number; name: string }, error: string): void {
    const about = { directory_id: directory, directory_name: name };
    this.#refuse('desktop.directory.share', { ...this.#common(), ...about, code: 'TDP04W', success: false, error });
  }

  /** The gateway disconnects the user. `ended` follows. */
  disconnected(reason: string): void {
    const { desktop, login, owner } = this.#subject;
    const ends = { 'addr.local': desktop.addr, 'addr.remote': owner.remoteAddr };
    this.#emit('client.disconnect', { user: owner.user, login, reason, server_id: desktop.hostId, ...ends });
  }

  /** Ends the recording before it writes the end event: a reader of that event finds a complete recording. */
  async ended(recording: DesktopRecording | undefined, stop: Date): Promise<void> {
    const { audit } = this.#parts;
    const toEvent = (recorded: boolean) =>
      audit.compose('windows.desktop.session.end', {
        ...toDesktopEnd(this.#start, stop, recorded),
        ...(recording?.failure && { recording_error: recording.failure.message }),
      });
    const isRecorded = recording?.exists ?? false;
    const event = toEvent(isRecorded);
    const isFound = (await recording?.end({ ...event.document })) ?? false;
    this.#parts.audit.writeOrReport(isFound === isRecorded ? event : toEvent(false), this.#parts.report);
    if (isFound) this.#emit('session.upload', uploadFields(this.#subject.id, event.document));
  }

  #common() {
    const { id, desktop, owner } = this.#subject;
    const ends = { 'addr.local': desktop.addr, 'addr.remote': owner.remoteAddr };
    return { sid: id, user: owner.user, desktop_addr: desktop.addr, proto: 'tdp' as const, ...ends };
  }

  #begun() {
    const { login, desktop } = this.#subject;
    return {
      ...this.#common(),
      login,
      windows_user: login,
      windows_domain: desktop.domain,
      windows_desktop_service: desktop.hostId,
      desktop_name: desktop.name,
      desktop_labels: desktop.labels,
    };
  }

  #emit<E extends keyof AuditEvents>(event: E, fields: AuditEvents[E]): void {
    this.#parts.audit.emitOrReport(event, fields, this.#parts.report);
  }

  #refuse(...refusal: Parameters<Audit['composeRefusal']>): void {
    const event = this.#parts.audit.composeRefusal(...refusal);
    if (event) this.#parts.audit.writeOrReport(event, this.#parts.report);
  }
}
