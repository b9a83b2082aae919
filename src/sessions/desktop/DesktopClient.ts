import type { ScreenSize } from '../../wire/desktop/screenMessages.ts';
import type { Clock } from '../../lib/clock.ts';
import { Disposables, type Dispose } from '../../lib/disposables.ts';
import { Emitter } from '../../lib/valueStore.ts';
import { SharedFolder } from './folder/SharedFolder.ts';
import { Keyboard, type Platform } from './input/Keyboard.ts';
import { Pointer } from './input/Pointer.ts';
import { TextInput } from './input/TextInput.ts';
import { pointerShapes } from './painter/pointerShape.ts';
import { ScreenLayout } from './painter/ScreenLayout.ts';
import { ScreenPainter } from './painter/ScreenPainter.ts';
import { ClipboardSync, type ClipboardPorts } from './session/ClipboardSync.ts';
import { DesktopSession, type DesktopPorts } from './session/DesktopSession.ts';

type Options = DesktopPorts &
  ClipboardPorts & {
    /** The label of the canvas for screen readers. */
    label: string;
    platform: Platform;
    clock: Clock;
    /** What the user's roles allow (streams §5.14). */
    allows: { clipboard: boolean; folder: boolean };
    pickFolder: (() => Promise<FileSystemDirectoryHandle>) | undefined;
  };

/** Id of the element that describes the canvas's keys. */
export const HELP_ID = 'desktop-help';

/** One desktop on a page: its canvas and its session, and the data between them. */
export class DesktopClient {
  readonly canvas = document.createElement('canvas');
  readonly session: DesktopSession;
  readonly keyboard: Keyboard;
  readonly layout: ScreenLayout;
  readonly clipboard: ClipboardSync;
  readonly folder: SharedFolder;
  readonly text: TextInput;
  readonly hasExtensions: boolean;
  /** The user leaves the desktop by keyboard. */
  readonly left = new Emitter();
  #painter: ScreenPainter;
  #pointer: Pointer;
  #field: HTMLTextAreaElement | undefined;

  constructor(options: Options) {
    const { canvas } = this;
    const { clock, hasExtensions, allows, platform } = options;
    this.hasExtensions = hasExtensions;
    canvas.tabIndex = 0;
    canvas.dataset.ownKeys = '';
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', options.label);
    canvas.setAttribute('aria-describedby', HELP_ID);
    this.#painter = new ScreenPainter(canvas);
    this.session = new DesktopSession(this.#painter, options);
    const { send, notices } = this.session;
    const isAllowed = allows.clipboard;
    this.clipboard = new ClipboardSync({ ...options, isAllowed, send, warn: notices.warn });
    const follow = () => void this.clipboard.follow();
    const onLeave = () => this.left.emit();
    this.keyboard = new Keyboard({ send, platform, clock, onLeave, hasSymbols: hasExtensions, onKey: follow });
    const { keyboard } = this;
    this.text = new TextInput({ send, keyboard, hasSymbols: hasExtensions, warn: notices.warn });
    this.folder = new SharedFolder({ ...options, isAllowed: allows.folder, send, warn: notices.warn });
    const onScroll = () => keyboard.flush();
    const onPress = () => {
      keyboard.flush();
      follow();
    };
    this.#pointer = new Pointer(canvas, { send, onPress, onScroll, focus: this.focus });
    const onRoom = (room: ScreenSize) => hasExtensions && send({ kind: 'screenSize', ...room });
    this.layout = new ScreenLayout(canvas, this.#painter, { clock, onRoom });
  }

  /** Focuses the desktop's keyboard input. */
  focus = (): void => {
    if (document.activeElement !== this.#field) this.canvas.focus({ preventScroll: true });
  };

  /**
   * Takes text from a field. Input methods only compose in fields, not on the canvas, so the field takes the canvas's
   * focus. Except on phones, where focusing a field opens the on-screen keyboard.
   */
  typeIn(field: HTMLTextAreaElement): Dispose {
    const isWhole = !matchMedia('(pointer: coarse)').matches;
    const end = this.text.listen(field, { isWhole });
    if (!isWhole) return end;
    const listening = new AbortController();
    const { signal } = listening;
    const { canvas } = this;
    this.#field = field;
    const onFocus = () => {
      field.toggleAttribute('data-quiet', !canvas.matches(':focus-visible'));
      field.focus({ preventScroll: true });
    };
    canvas.addEventListener('focus', onFocus, { signal });
    field.addEventListener('blur', () => this.#pointer.release(), { signal });
    return () => {
      this.#field = undefined;
      listening.abort();
      end();
    };
  }

  start(): Dispose {
    const { session, clipboard, canvas } = this;
    const { state, messages } = session;
    const running = new Disposables();
    const shapes = pointerShapes(canvas);
    running.add(() => this.#painter.dispose());
    running.add(() => session.dispose());
    running.add(shapes.reset);
    running.add(this.keyboard.listen(canvas));
    running.add(this.#pointer.listen());
    running.add(
      messages.subscribe((message) => {
        if (message.kind === 'pointerShape') shapes.show(message);
        else if (message.kind === 'clipboard') void clipboard.receive(message.text);
        else this.folder.receive(message);
      }),
    );
    const share = () => {
      if (state.get().kind === 'open') void clipboard.check().then(() => clipboard.follow());
    };
    window.addEventListener('focus', share);
    running.add(() => window.removeEventListener('focus', share));
    running.add(
      state.subscribe(() => {
        clipboard.reset();
        this.#pointer.reset();
        if (state.get().kind === 'open') return share();
        shapes.reset();
        this.folder.reset();
      }),
    );
    void session.start();
    return () => running.dispose();
  }
}
