// Writes the recording of a session and its events in the audit log. Both have the same events with the same ids. The
// position of an event in the recording is its index.
import type { Clock } from '../../src/lib/clock.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import type { FileEvent } from '../../src/wire/terminal/fileTransfer.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import { formatTermSize, type TermSize } from '../../src/wire/terminal/resize.ts';
import type { Audit, AuditEvent } from '../audit/audit.ts';
import { DATA_INDEX, JOIN_LOGIN } from '../audit/sessionEvents.ts';
import { reason } from '../config/files.ts';
import { toEndFields, toStartFields, type StartFields } from '../recordings/endEvent.ts';
import type { Recordings } from '../recordings/Recordings.ts';
import type { RecordingWriter } from '../recordings/RecordingWriter.ts';
import { uploadFields } from '../recordings/uploaded.ts';
import type { SessionMember } from './sessionMember.ts';
import { inPod } from '../kubernetes/inPod.ts';
import { serverIdOf, TargetError, UnreachedTarget, type TargetNode } from './target.ts';

/** The size that each session starts with. The size that the client asks for does not matter (streams §4.2). */
const START_SIZE: TermSize = { cols: 80, rows: 25 };
/** Limit of the reason why a server was not reached. A part of it may come from that server. */
const ERROR_MAX_CHARS = 1000;

export type SessionRecorderParts = {
  audit: Audit;
  recordings: Recordings;
  /** Whether new sessions are recorded. */
  recorded: () => boolean;
  clock: Clock;
  /** Something could not be written. The session continues. */
  report: (error: unknown) => void;
};

export type Subject = {
  sid: string;
  user: string;
  login: string;
  remoteAddr: string;
  node: TargetNode;
  /** The command that runs without a terminal instead of a shell. */
  command?: string;
};

export type RecorderListener = {
  /** `behind` changed. */
  pressure(): void;
  /** Nothing is recorded from now on. */
  failed(error: Error): void;
};

export class SessionRecorder {
  #parts: SessionRecorderParts;
  #subject: Subject;
  #writer: RecordingWriter | undefined;
  #failure: Error | undefined;
  #index = 0;
  #start: StartFields | undefined;
  #participants = new Set<string>();

  private constructor(parts: SessionRecorderParts, subject: Subject) {
    this.#parts = parts;
    this.#subject = subject;
  }

  /** Never rejects: see `failure`. */
  static async open(
    parts: SessionRecorderParts,
    subject: Subject,
    listener: RecorderListener,
  ): Promise<SessionRecorder> {
    const recorder = new SessionRecorder(parts, subject);
    if (!parts.recorded()) return recorder;
    const fail = (error: Error) => {
      recorder.#failure = error;
      parts.report(error);
    };
    try {
      recorder.#writer = await parts.recordings.begin(subject.sid, {
        pressure: () => listener.pressure(),
        failed(error) {
          fail(error);
          listener.failed(error);
        },
      });
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
    return recorder;
  }

  /** Whether the session is being recorded now. */
  get isRecording(): boolean {
    return this.#writer !== undefined && this.#failure === undefined;
  }

  /** Why the session is not, or no longer, recorded. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Throws if the session must be recorded (`strictly`) and is not. */
  demand(strictly: boolean): void {
    if (this.#failure && strictly) throw new TargetError(notRecorded(this.#failure));
  }

  /** True while the disk accepts less than the session produces. */
  get behind(): boolean {
    return this.#writer?.behind ?? false;
  }

  /** Throws if the event cannot be written to the audit log: then the session must not start. */
  started(): void {
    const { sid, user, login, remoteAddr, node, command } = this.#subject;
    const event = this.#parts.audit.compose('session.start', {
      sid,
      user,
      login,
      ei: this.#index++,
      ...onServer(node),
      'addr.local': node.addr,
      'addr.remote': remoteAddr,
      proto: node.pod ? 'kube' : 'ssh',
      initial_command: [command ?? ''],
      session_recording: this.#writer ? 'node' : 'off',
      ...(command === undefined && { size: formatTermSize(START_SIZE) }),
    });
    this.#parts.audit.write(event);
    this.#writer?.advanceTo(event.timeMs);
    this.#writer?.event(event.document);
    this.#start = toStartFields(event.document);
    this.#participants.add(user);
  }

  print(bytes: Uint8Array): void {
    this.#index += this.#writer?.print(bytes, this.#parts.clock.now()) ?? 0;
  }

  /** Writes the events of `work` to the audit log at once. */
  together(work: () => void): void {
    this.#parts.audit.together(work, this.#parts.report);
  }

  /** Returns the frame for the participants who are to see it. */
  resized(member: SessionMember, size: TermSize): Uint8Array {
    return this.#record(
      this.#parts.audit.compose('resize', { ...this.#by(member), ...this.#here(), size: formatTermSize(size) }),
    );
  }

  joined(member: SessionMember): Uint8Array {
    this.#participants.add(member.participant.info.user);
    const ends = { 'addr.local': this.#subject.node.addr, 'addr.remote': member.participant.info.remoteAddr };
    const event = this.#parts.audit.compose('session.join', { ...this.#by(member), ...this.#here(), ...ends });
    this.#log(event);
    return this.#record(event);
  }

  memberLeft(member: SessionMember): Uint8Array {
    const { received, sent, info } = member.participant;
    const event = this.#parts.audit.compose('session.leave', { ...this.#by(member), ...this.#here() });
    this.#log(event);
    this.#moved(this.#by(member), info.remoteAddr, { rx: received, tx: sent });
    return this.#record(event);
  }

  /** A participant asks for a file, or decides about a request (streams §3.8). */
  fileAsked({ event, approvers, requestId, ...request }: FileEvent, { participant }: SessionMember): void {
    const { sid, node } = this.#subject;
    const fields = {
      sid,
      user: participant.info.user,
      ...request,
      request_id: requestId,
      server_id: serverIdOf(node),
      server_hostname: node.hostname,
    };
    const { audit } = this.#parts;
    const complete = event === 'file_transfer_request_approve';
    const isApproval = complete || approvers.length > 0;
    if (event === 'file_transfer_request_deny') this.#log(audit.compose('session.file.deny', fields));
    else if (isApproval) this.#log(audit.compose('session.file.approve', { ...fields, complete }));
    else this.#log(audit.compose('session.file.request', fields));
  }

  /** The command has ended; `error` if it failed (streams §4.2). `tx`: bytes that were sent about it. */
  executed(status: number, error: string | undefined, tx: number): void {
    const { sid, user, login, remoteAddr, node, command = '' } = this.#subject;
    const who = { sid, user, login };
    const event = this.#parts.audit.compose('exec', {
      ...who,
      ei: this.#index,
      code: error === undefined ? 'T3002I' : 'T3002E',
      namespace: 'default',
      server_id: serverIdOf(node),
      server_hostname: node.hostname,
      'addr.local': node.addr,
      'addr.remote': remoteAddr,
      command,
      exitCode: String(status),
      ...(error !== undefined && { exitError: error }),
    });
    this.#log(event);
    this.#record(event);
    this.#moved(who, remoteAddr, { rx: 0, tx });
  }

  /** The gateway disconnects a participant. `memberLeft` follows. */
  disconnected({ participant: { info } }: SessionMember, reason: string): void {
    const { login, node } = this.#subject;
    this.#log(
      this.#parts.audit.compose('client.disconnect', {
        user: info.user,
        login,
        reason,
        server_id: serverIdOf(node),
        'addr.local': node.addr,
        'addr.remote': info.remoteAddr,
      }),
    );
  }

  /** Ends the recording before it writes the end event: a reader of that event finds a complete recording. */
  async end(): Promise<void> {
    if (!this.#start) return this.abandon();
    const { audit, clock } = this.#parts;
    const stopMs = this.#writer?.advanceTo(clock.now()) ?? clock.now();
    const fields = toEndFields(this.#start, {
      ei: this.#index++,
      stop: new Date(stopMs),
      participants: [...this.#participants],
    });
    const failure = this.#failure && { recording_error: reason(this.#failure) };
    const event = audit.compose('session.end', { ...fields, ...failure }, stopMs);
    const isFound = this.#writer !== undefined && (await this.#finish(this.#writer, event));
    this.#log(event);
    if (isFound) this.#log(audit.compose('session.upload', uploadFields(this.#subject.sid, event.document)));
  }

  /** False if the recording could not be completed. */
  async #finish(writer: RecordingWriter, end: AuditEvent): Promise<boolean> {
    writer.event(end.document);
    await writer.close();
    const { recordings, report } = this.#parts;
    try {
      await recordings.finish(this.#subject.sid, { event: { ...end.document }, bytes: writer.bytesWritten });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }

  /** No session started because the server was not reached. The audit log gets the reason. Other errors are ignored. */
  unreached(error: unknown): void {
    if (!(error instanceof UnreachedTarget)) return;
    const { user, login, remoteAddr, node } = this.#subject;
    this.#log(
      this.#parts.audit.composeRefusal('auth', {
        code: 'T3007W',
        success: false,
        error: error.message.replace(/\s+/g, ' ').slice(0, ERROR_MAX_CHARS),
        user,
        login,
        'addr.local': node.addr,
        'addr.remote': remoteAddr,
      }),
    );
  }

  /** The session did not start: deletes its recording. */
  async abandon(): Promise<void> {
    if (!this.#writer) return;
    await this.#writer.close();
    await this.#parts.recordings.remove(this.#subject.sid).catch(this.#parts.report);
  }

  #moved(who: { sid: string; user: string; login: string }, remoteAddr: string, bytes: { rx: number; tx: number }) {
    const { node } = this.#subject;
    const ends = { 'addr.local': node.addr, 'addr.remote': remoteAddr };
    const about = { ...who, ei: DATA_INDEX, namespace: 'default' as const, server_id: serverIdOf(node) };
    this.#log(this.#parts.audit.compose('session.data', { ...about, ...ends, ...bytes }));
  }

  #by({ participant: { info }, isOpener }: SessionMember) {
    const { sid, login } = this.#subject;
    return { sid, user: info.user, login: isOpener ? login : JOIN_LOGIN, ei: this.#index };
  }

  #here() {
    return onServer(this.#subject.node);
  }

  #record({ document }: AuditEvent): Uint8Array {
    this.#index++;
    this.#writer?.event(document);
    return encodeEnvelope(FRAME_TYPE.audit, utf8(JSON.stringify(document)));
  }

  #log(event: AuditEvent | undefined): void {
    if (event) this.#parts.audit.writeOrReport(event, this.#parts.report);
  }
}

const onServer = ({ id, hostname, addr, labels, pod }: TargetNode) => ({
  namespace: 'default' as const,
  server_id: pod?.agentId ?? id,
  server_hostname: hostname,
  server_addr: addr,
  server_labels: labels,
  ...(pod && inPod(pod, labels)),
});

/** The error for a session that must be recorded and cannot be. */
export const notRecorded = (failure: Error): string =>
  `This session must be recorded, but recording failed: ${reason(failure)}. Ask the gateway’s administrator to check the disk.`;
