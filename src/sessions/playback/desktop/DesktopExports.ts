import { ValueStore } from '../../../lib/valueStore.ts';
import { fileNameOf, saveFile } from '../../../ui/plain/saveFile.ts';
import type { ExportChoice, ExportState, PlayerExports } from '../Player.ts';
import type { DesktopPlayer } from './DesktopPlayer.ts';

type Form = 'png' | 'webm';

/** Frames per second of a video. */
const VIDEO_RATE = 25;
const POLL_MS = 250;

/** Exports the picture of this moment, or a video of the playback from here. */
export class DesktopExports implements PlayerExports {
  readonly state = new ValueStore<ExportState>({ kind: 'none' });
  #player: DesktopPlayer;
  #recorder: MediaRecorder | undefined;

  constructor(player: DesktopPlayer) {
    this.#player = player;
  }

  choices(): ExportChoice[] {
    const hasVideo = typeof MediaRecorder === 'function' && MediaRecorder.isTypeSupported('video/webm');
    return [
      { form: 'png', label: 'Screenshot', text: 'The picture of this moment as PNG', off: undefined },
      {
        form: 'webm',
        label: 'Video',
        text: 'Plays from here to the end and saves WebM',
        off: hasVideo ? undefined : 'This browser cannot write WebM',
      },
    ];
  }

  async save(form: Form, title: string): Promise<void> {
    if (this.state.get().kind === 'running') return;
    const name = `${fileNameOf(title)}.${form}`;
    try {
      saveFile(name, form === 'png' ? await this.#picture() : await this.#video());
      this.state.set({ kind: 'none' });
    } catch (error) {
      this.state.set({ kind: 'failed', error });
    }
  }

  /** Ends a video and saves what was played until then. Also dismisses a failure. */
  cancel(): void {
    if (this.state.get().kind === 'running') this.#recorder?.stop();
    else this.state.set({ kind: 'none' });
  }

  #picture(): Promise<Blob> {
    return new Promise((resolve, reject) =>
      this.#player.screen.canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error('the browser could not write the picture')),
      ),
    );
  }

  #video(): Promise<Blob> {
    const { screen, controller, timeline } = this.#player;
    const recorder = (this.#recorder = new MediaRecorder(screen.canvas.captureStream(VIDEO_RATE)));
    const parts: Blob[] = [];
    controller.play();
    const timer = setInterval(() => {
      this.state.set({ kind: 'running', share: controller.position.get() / Math.max(1, timeline.durationMs) });
      if (controller.state.get().status === 'ended') recorder.stop();
    }, POLL_MS);
    return new Promise((resolve, reject) => {
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.onstop = () => {
        clearInterval(timer);
        resolve(new Blob(parts));
      };
      recorder.onerror = () => {
        clearInterval(timer);
        reject(new Error('the browser could not write the video'));
      };
      recorder.start(1000);
    });
  }
}
