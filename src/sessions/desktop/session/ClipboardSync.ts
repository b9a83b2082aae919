import { utf8 } from '../../../lib/encoding.ts';
import { formatBytes, formatCount } from '../../../lib/numbers.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { CLIPBOARD_BYTES_MAX, withLineFeeds } from '../../../wire/desktop/sessionMessages.ts';

/** `manual`: the browser does not let pages follow its clipboard, so the user copies manually. */
export type ClipboardState = { kind: 'on' } | { kind: 'manual' } | { kind: 'off'; why: string };

/** The used part of the browser's API. */
export type ClipboardPorts = {
  clipboard: Pick<Clipboard, 'readText' | 'writeText'> | undefined;
  /** Rejects in browsers that ask about each read. */
  permission: (name: 'clipboard-read' | 'clipboard-write') => Promise<PermissionState>;
  hasFocus: () => boolean;
};

type Options = ClipboardPorts & {
  /** The user's roles allow it. */
  isAllowed: boolean;
  send: (message: DesktopMessage) => void;
  warn: (text: string) => void;
};

const FORBIDDEN = 'Your roles do not allow a shared clipboard';

/** Clipboard text in both directions (streams §5.8). */
export class ClipboardSync {
  readonly state: ValueStore<ClipboardState>;
  /** The text on the desktop's clipboard, if it came from there or was sent there. */
  readonly desktopText = new ValueStore('');
  /** What the user typed and did not send, with the text of the desktop when they began to type. */
  readonly typed = new ValueStore<{ text: string; over: string } | undefined>(undefined);
  #options: Options;
  /** The text that both sides have. */
  #shared = '';
  /** Text that arrived while the window was not focused, when browsers refuse to write. */
  #unwritten: string | undefined;
  #isReading = false;

  constructor(options: Options) {
    this.#options = options;
    this.state = new ValueStore<ClipboardState>(
      options.isAllowed ? { kind: 'manual' } : { kind: 'off', why: FORBIDDEN },
    );
  }

  /** Called once, and when the window gets the focus: a permission may have changed. */
  async check(): Promise<void> {
    const { isAllowed, clipboard, permission } = this.#options;
    if (!isAllowed) return;
    const states = clipboard
      ? await Promise.all([permission('clipboard-read'), permission('clipboard-write')]).catch(() => ['denied'])
      : ['denied'];
    this.state.set({ kind: states.includes('denied') ? 'manual' : 'on' });
  }

  /** Called when a session starts or ends: the next session's desktop has none of the texts. */
  reset = (): void => void (this.#shared = '');

  async receive(text: string): Promise<void> {
    if (text === '' || this.state.get().kind === 'off') return;
    this.#shared = withLineFeeds(text);
    this.desktopText.set(text);
    this.#unwritten = text;
    await this.#write();
  }

  /** Sends new text before a key or a button reaches the desktop. */
  async follow(): Promise<void> {
    const { clipboard, hasFocus } = this.#options;
    if (this.state.get().kind !== 'on' || !clipboard || this.#isReading || !hasFocus()) return;
    await this.#write();
    this.#isReading = true;
    const shared = this.#shared;
    const text = await clipboard.readText().catch(() => undefined);
    this.#isReading = false;
    if (text === undefined) await this.check();
    // Text that arrived from the desktop in between is newer.
    else if (this.#shared === shared && text !== '' && withLineFeeds(text) !== shared) this.sendText(text);
  }

  /** False if nothing was sent because the text is too long. */
  sendText(text: string): boolean {
    if (this.state.get().kind === 'off') return false;
    const shared = withLineFeeds(text);
    this.#shared = shared;
    const { length } = utf8(shared);
    if (length > CLIPBOARD_BYTES_MAX) {
      const isClose = formatBytes(length) === formatBytes(CLIPBOARD_BYTES_MAX);
      const [has, most] = [length, CLIPBOARD_BYTES_MAX].map((n) => (isClose ? `${formatCount(n)} B` : formatBytes(n)));
      this.#options.warn(
        `Clipboard text was not sent: it has ${has}, and at most ${most} can be sent. Copy a shorter text.`,
      );
      return false;
    }
    this.#options.send({ kind: 'clipboard', text: shared });
    this.desktopText.set(shared);
    return true;
  }

  async #write(): Promise<void> {
    const { clipboard, hasFocus } = this.#options;
    const text = this.#unwritten;
    if (text === undefined || !clipboard || this.state.get().kind !== 'on' || !hasFocus()) return;
    this.#unwritten = undefined;
    await clipboard.writeText(text).catch(() => this.check());
  }
}
