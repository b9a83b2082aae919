// The recording of a desktop session, if it is recorded. Nothing here rejects: see `failure`.
import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Recordings } from '../recordings/Recordings.ts';
import type { WriterListener } from '../recordings/RecordingWriter.ts';
import type { DesktopLink } from './DesktopLink.ts';
import { DesktopRecorder } from './DesktopRecorder.ts';

export type DesktopRecordingParts = {
  recordings: Recordings;
  clock: Clock;
  /** Something could not be written. The session continues. */
  report: (error: unknown) => void;
};

export class DesktopRecording {
  #report: (error: unknown) => void;
  #recorder: DesktopRecorder | undefined;
  #failure: Error | undefined;
  #isTakingKeyframe = false;

  private constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  static async open(
    { recordings, clock, report }: DesktopRecordingParts,
    { id, recorded }: { id: string; recorded: boolean },
    listener: Pick<WriterListener, 'pressure'> & { failed(): void },
  ): Promise<DesktopRecording> {
    const recording = new DesktopRecording(report);
    if (!recorded) return recording;
    const fail = (error: unknown) => {
      recording.#failure = error instanceof Error ? error : new Error(String(error));
      report(error);
    };
    const failed = (error: Error) => {
      fail(error);
      listener.failed();
    };
    try {
      const writing = { pressure: () => listener.pressure(), failed };
      recording.#recorder = await DesktopRecorder.open({ recordings, clock, listener: writing }, { sid: id });
    } catch (error) {
      fail(error);
    }
    return recording;
  }

  /** Why the session is not, or no longer, recorded. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  get exists(): boolean {
    return this.#recorder !== undefined;
  }

  /** True while the disk accepts less than the session produces. */
  get behind(): boolean {
    return this.#recorder?.behind ?? false;
  }

  started(event: Readonly<JsonObject>): void {
    this.#recorder?.started(event);
  }

  sent(messages: readonly Uint8Array[]): void {
    this.#recorder?.record(messages, 'server');
  }

  received(message: Uint8Array): void {
    this.#recorder?.record([message], 'client');
  }

  /**
   * Records the whole screen if it is time for it. A link answers in order, so earlier updates are already recorded.
   */
  async refresh(link: Pick<DesktopLink, 'snapshot'>, size: ScreenSize): Promise<void> {
    if (!this.#recorder?.wantsKeyframe || this.#isTakingKeyframe) return;
    this.#isTakingKeyframe = true;
    try {
      const messages = await link.snapshot();
      if (messages.length > 0) this.#recorder.keyframe(size, messages);
    } catch (error) {
      this.#report(error);
    } finally {
      this.#isTakingKeyframe = false;
    }
  }

  /** False if there is nothing to play. */
  async end(event: JsonObject): Promise<boolean> {
    if (!this.#recorder) return false;
    try {
      await this.#recorder.end(event);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  async abandon(): Promise<void> {
    await this.#recorder?.abandon().catch(this.#report);
  }
}
