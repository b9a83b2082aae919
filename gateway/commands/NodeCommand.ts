// One command on one node: its output goes to the participant and to a recording with a separate session id. The slower
// one determines the pace.
import type { Dispose } from '../../src/lib/disposables.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { encodeCommandDone, encodeCommandOutput, type OutputType } from '../../src/wire/command/commandFrames.ts';
import { CUT, exitStatusText } from '../../src/wire/terminal/closeTexts.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import { SessionRecorder, notRecorded, type SessionRecorderParts } from '../terminal/SessionRecorder.ts';
import { watchLimits } from '../terminal/limits.ts';
import { FRAME_MAX_BYTES } from '../terminal/OutputFrames.ts';
import type { Participant } from '../terminal/Participant.ts';
import { STATUS_OF_SIGNAL, TargetError, type ShellEnd } from '../terminal/target.ts';
import type { CommandTarget, RunningCommand } from './commandTarget.ts';

export type NodeCommandSubject = {
  sid: string;
  login: string;
  line: string;
  target: CommandTarget;
  /** The command must not run without a recording (role option `record_session`). */
  recordStrictly: boolean;
};

export class NodeCommand {
  readonly subject: NodeCommandSubject;
  #parts: SessionRecorderParts;
  #participant: Participant;
  #recorder: SessionRecorder | undefined;
  #running: RunningCommand | undefined;
  #paused = true;
  /** Why it was cancelled. Reported instead of its end. */
  #cancelled: string | undefined;
  #abandoned = new AbortController();
  #stopWatching: Dispose = () => undefined;
  #lastActiveMs = 0;
  #sent = 0;

  constructor(subject: NodeCommandSubject, participant: Participant, parts: SessionRecorderParts) {
    this.subject = subject;
    this.#participant = participant;
    this.#parts = parts;
  }

  /**
   * Resolves with the error, if any, when the command has ended and is recorded. Rejects with a TargetError if it did
   * not start.
   */
  async run(): Promise<string | undefined> {
    const { sid, login, line, target } = this.subject;
    const { user, remoteAddr } = this.#participant.info;
    const recorder = await SessionRecorder.open(
      this.#parts,
      { sid, login, user, remoteAddr, node: target.node, command: line },
      { pressure: () => this.pace(), failed: () => this.#recordingFailed() },
    );
    this.#recorder = recorder;
    const end = await new Promise<ShellEnd>((resolve, reject) => {
      this.#begin(recorder, resolve).catch(reject);
    });
    this.#stopWatching();
    const wrong = this.#sendEnd(recorder, end);
    await recorder.end();
    return wrong;
  }

  /** Cancels the command and reports the reason. Also allowed before it has started. */
  cancel(why: string): void {
    if (this.#cancelled !== undefined) return;
    this.#cancelled = why;
    this.#abandoned.abort();
    this.#running?.cancel();
  }

  /** Pauses the command while the browser or the disk accepts less than it prints, so that no output piles up here. */
  pace(): void {
    if (!this.#running || this.#cancelled !== undefined) return;
    const slow = this.#participant.behind || (this.#recorder?.behind ?? false);
    if (slow === this.#paused) return;
    this.#paused = slow;
    if (slow) this.#running.pause();
    else this.#running.resume();
  }

  async #begin(recorder: SessionRecorder, end: (end: ShellEnd) => void): Promise<void> {
    const { login, line, target } = this.subject;
    const { clock } = this.#parts;
    try {
      this.#demandRecording();
      const stdout = (bytes: Uint8Array) => {
        recorder.print(bytes);
        this.#sendOutput('stdout', bytes);
      };
      const stderr = (bytes: Uint8Array) => this.#sendOutput('stderr', bytes);
      this.#running = await target.run(login, line, { stdout, stderr, end }, this.#abandoned.signal);
      this.#demandRecording();
      recorder.started();
    } catch (error) {
      this.#running?.cancel();
      if (this.#cancelled === undefined) recorder.unreached(error);
      await recorder.abandon();
      throw this.#cancelled === undefined ? error : new TargetError(this.#cancelled);
    }
    if (this.#cancelled !== undefined) return this.#running.cancel();
    const { limits } = this.#participant.info;
    this.#lastActiveMs = clock.now();
    this.#stopWatching = watchLimits(
      clock,
      limits,
      () => this.#lastActiveMs,
      (_reason, text) => this.cancel(text),
    );
    this.pace();
  }

  #sendOutput(type: OutputType, bytes: Uint8Array): void {
    this.#lastActiveMs = this.#parts.clock.now();
    for (let at = 0; at < bytes.length; at += FRAME_MAX_BYTES)
      this.#send(FRAME_TYPE.raw, this.#toOutput(type, bytes.subarray(at, at + FRAME_MAX_BYTES)));
    this.pace();
  }

  #sendEnd(recorder: SessionRecorder, end: ShellEnd): string | undefined {
    const status = end.kind === 'exited' ? end.status : STATUS_OF_SIGNAL;
    const wrong = this.#cancelled ?? (end.kind === 'lost' ? CUT : status === 0 ? undefined : exitStatusText(status));
    if (wrong === undefined) this.#send(FRAME_TYPE.close, encodeCommandDone(this.subject.target.node.id));
    else this.#send(FRAME_TYPE.raw, this.#toOutput('teleport-error', utf8(wrong)));
    const exitError = end.kind === 'exited' && this.#cancelled === undefined ? `exit status ${status}` : wrong;
    recorder.executed(status, wrong === undefined ? undefined : exitError, this.#sent);
    return wrong;
  }

  #toOutput(type: OutputType, bytes: Uint8Array): string {
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    return encodeCommandOutput(this.subject.target.node.id, type, base64);
  }

  #send(letter: string, payload: string): void {
    const frame = encodeEnvelope(letter, payload);
    this.#sent += frame.length;
    this.#participant.send(frame);
  }

  #demandRecording(): void {
    const failure = this.#recorder?.failure;
    if (failure && this.subject.recordStrictly) throw new TargetError(notRecorded(failure));
  }

  #recordingFailed(): void {
    const failure = this.#recorder?.failure;
    if (failure && this.subject.recordStrictly) this.cancel(notRecorded(failure));
  }
}
