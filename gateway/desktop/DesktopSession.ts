// One desktop session: connects a socket, a connection to the desktop and a recording.
import type { Dispose } from '../../src/lib/disposables.ts';
import { ANSWER } from '../../src/wire/desktop/directoryMessages.ts';
import {
  encodeDesktop,
  type DesktopMessage,
  type DesktopMessageKind,
  type DesktopMessageOf,
} from '../../src/wire/desktop/messages.ts';
import { isScreenSize, type ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import { SEVERITY, skippedText } from '../../src/wire/desktop/sessionMessages.ts';
import type { Audit } from '../audit/audit.ts';
import { reason } from '../config/files.ts';
import type { AccessWatch } from '../identity/AccessWatch.ts';
import { watchLimits } from '../terminal/limits.ts';
import { notRecorded } from '../terminal/SessionRecorder.ts';
import { TargetError } from '../terminal/target.ts';
import { Clipboard } from './Clipboard.ts';
import type { ClientMessage, DesktopClient } from './DesktopClient.ts';
import type { DesktopLink, LinkListener } from './DesktopLink.ts';
import { DesktopLog } from './DesktopLog.ts';
import type { DesktopParams } from './desktopParams.ts';
import { DesktopRecording, type DesktopRecordingParts } from './DesktopRecording.ts';
import type { DesktopSubject } from './desktopSubject.ts';
import { Paced } from './Paced.ts';
import { typingKeys } from './rdp/typingKeys.ts';
import type { LinkOptions } from './target.ts';

export type DesktopSessionParts = DesktopRecordingParts & {
  audit: Audit;
  watch: Pick<AccessWatch, 'accessOf'>;
  /** The session has started. */
  begun: () => void;
  /** The session has ended and its end is recorded. */
  ended: () => void;
};

type Link = Pick<DesktopLink, 'next' | 'input' | 'resize' | 'setClipboard' | 'snapshot' | 'close' | 'layout'>;
/**
 * Connects to the desktop. Rejects with a TargetError if no attempt is made or an RDP sign-in fails, and with the
 * reason of the signal when it aborts.
 */
export type OpenLink = (options: LinkOptions, listener: LinkListener, signal: AbortSignal) => Promise<Link>;

export type DesktopRequest = {
  client: DesktopClient;
  subject: DesktopSubject;
  params: DesktopParams;
  openLink: OpenLink;
  /** Call this when the user does something, so that the sign-in counts as active. */
  noteActivity: () => void;
};

/** Limit of screen updates in transit to the client. */
const UPDATES_MAX = 2;
const RESIZE_MS = 250;
/** Measured from the request for the first picture. */
const PICTURE_MAX_MS = 20_000;
/** Limit of answered folder announcements: answers to more would pile up for a client that does not read. */
const ANNOUNCED_MAX = 100;
/** The same warning is not repeated within this time. */
const WARNING_MS = 5000;

/** The first byte of the symbols of Tab, Enter and the like. */
const FUNCTION_KEYS = 0xff;

const LEFT = 'The connection was closed.';
const NO_PICTURE = 'The desktop sent no picture. Check that it is running, then connect again.';
const NOT_TYPED =
  'A character was not typed: RDP takes keys, and the gateway knows none for it in the keyboard layout of the session. Use the clipboard.';
const NOT_SHARED =
  'The folder is not shared: VNC and RDP sessions of this gateway have no shared folders. Copy files to a server and fetch them from there.';
const TOO_LARGE =
  'The connection was closed: the browser asked for a screen that is too large. Make the window smaller.';

export class DesktopSession {
  readonly subject: DesktopSubject;
  readonly log: DesktopLog;
  readonly createdMs: number;
  lastActiveMs: number;
  #request: DesktopRequest;
  #parts: DesktopSessionParts;
  #link: Link | undefined;
  #recording: DesktopRecording | undefined;
  #stage: 'opening' | 'open' | 'over' = 'opening';
  /** Why the session did not start. */
  #failure: Error | undefined;
  #opening = new AbortController();
  #size: ScreenSize;
  /** The size that was requested while the desktop was being opened. */
  #newSize: ScreenSize | undefined;
  #hasPicture = false;
  #hasNewSize = true;
  /** Updates that may come, but are delayed while the disk is too slow. */
  #heldUpdates = 0;
  #desktopMs = 0;
  #announcements = 0;
  #warnedMs = new Map<string, number>();
  #stopWatching: Dispose = () => undefined;
  #stopWaiting: Dispose = () => undefined;
  #clipboard: Clipboard;
  #resizes: Paced<ScreenSize>;
  /** Settles when the desktop has opened or failed. */
  #opened: Promise<void>;
  #settle: { opened: () => void; failed: (error: Error) => void } = {
    opened: () => undefined,
    failed: () => undefined,
  };

  constructor(request: DesktopRequest, parts: DesktopSessionParts) {
    const { client, subject, params } = request;
    const { clock, watch } = parts;
    this.subject = subject;
    this.log = new DesktopLog(parts, subject);
    this.createdMs = this.lastActiveMs = clock.now();
    this.#request = request;
    this.#parts = parts;
    this.#size = subject.desktop.fixedSize ?? params.size;
    this.#resizes = new Paced(clock, RESIZE_MS, (size) => this.#resize(size));
    this.#clipboard = new Clipboard({
      clock,
      client,
      log: this.log,
      isAllowed: () => watch.accessOf(subject.owner.user)?.options().desktopClipboard ?? false,
      skipped: (bytes) => this.#skipped('clipboard', bytes),
      setClipboard: (text) => this.#link?.setClipboard(text),
    });
    this.#opened = new Promise((resolve, reject) => (this.#settle = { opened: resolve, failed: reject }));
    this.#opened.catch(() => undefined); // if the connection is never attempted, no caller waits for it
  }

  /** Rejects with a TargetError if the session cannot start: inform the client, and then call `abandon`. */
  async open(): Promise<void> {
    const { subject } = this;
    const { client, params, openLink } = this.#request;
    this.#recording = await DesktopRecording.open(this.#parts, subject, {
      pressure: () => this.#pace(),
      failed: () => this.#recordingFailed(),
    });
    this.#requireRecording();
    client.attend({
      message: (message) => this.#message(message),
      skipped: (kind, bytes) => this.#skipped(kind, bytes),
      roundTrip: (browserMs) => {
        if (this.#hasPicture) this.#send({ kind: 'latency', browserMs, desktopMs: this.#desktopMs });
      },
      gone: () => this.end(undefined),
    });
    this.#requireOpening();
    const options = { size: this.#newSize ?? this.#size, layout: params.layout, hasOwnPointer: params.extensions };
    this.#link = await openLink(options, this.#linkListener(), this.#opening.signal);
    await this.#opened;
    this.#requireOpening(); // it may have ended in the meantime
    this.#requireRecording();
    this.#begin();
  }

  /** The session did not start. */
  async abandon(): Promise<void> {
    this.#stage = 'over';
    this.#release();
    await this.#recording?.abandon();
  }

  /** Ends the session. `text` is for the user, undefined if nothing may be sent or the client has disconnected. */
  end(text: string | undefined): void {
    if (this.#stage === 'opening') {
      this.#failure ??= new TargetError(text ?? LEFT);
      this.#settle.failed(this.#failure);
      this.#opening.abort(this.#failure);
    }
    if (this.#stage !== 'open') return;
    this.#stage = 'over';
    if (text === undefined) this.#request.client.drop();
    else {
      this.#recording?.sent([encodeDesktop({ kind: 'notification', text, severity: SEVERITY.fatal })]);
      this.#request.client.dismiss(text);
    }
    this.#release();
    const { clock, report, ended } = this.#parts;
    void this.log
      .ended(this.#recording, new Date(clock.now()))
      .catch(report)
      .finally(() => ended());
  }

  #linkListener(): LinkListener {
    return {
      opened: (size) => {
        this.#size = size;
        this.#settle.opened();
      },
      resized: (size) => {
        this.#size = size;
        this.#hasNewSize = true;
      },
      picture: (messages) => this.#picture(messages),
      clipboard: (text) => this.#stage === 'open' && this.#clipboard.fromDesktop(text),
      clipboardSkipped: (bytes) => this.#stage === 'open' && this.#clipboard.fromDesktopSkipped(bytes),
      roundTrip: (ms) => (this.#desktopMs = Math.round(ms)),
      ended: (end) => this.end(end.kind === 'failed' ? end.text : 'The desktop closed the connection.'),
    };
  }

  #begin(): void {
    this.#recording?.started(this.log.started());
    this.#stage = 'open';
    this.#parts.begun();
    this.#sendNewSize();
    this.#recordingFailed();
    this.#stopWatching = watchLimits(
      this.#parts.clock,
      this.subject.owner.limits,
      () => this.lastActiveMs,
      (why, text) => {
        this.log.disconnected(why);
        this.end(text);
      },
    );
    if (this.#newSize) this.#resize(this.#newSize);
    this.#stopWaiting = this.#parts.clock.after(PICTURE_MAX_MS, () => this.end(NO_PICTURE));
    this.#heldUpdates = UPDATES_MAX;
    this.#pace();
  }

  #release(): void {
    this.#stopWatching();
    this.#stopWaiting();
    this.#clipboard.dispose();
    this.#resizes.dispose();
    this.#link?.close();
  }

  #message(message: ClientMessage): void {
    switch (message.kind) {
      case 'screenSize':
        if (!this.#request.params.extensions || this.subject.desktop.fixedSize) return; // (streams §5.4)
        if (!isScreenSize(message)) return this.end(TOO_LARGE);
        return this.#resizes.push({ width: message.width, height: message.height });
      case 'lockKeys':
      case 'keyboardLayout':
        return; // VNC does not support these
      default:
        if (!this.#hasPicture) return; // input before the first picture is dropped (streams §5.4)
    }
    this.lastActiveMs = this.#parts.clock.now();
    this.#request.noteActivity();
    if (message.kind === 'clipboard') return this.#clipboard.toDesktop(message.text);
    if (message.kind === 'directoryAnnounce') return this.#announced(message);
    if (message.kind === 'pointerMove' || message.kind === 'pointerButton')
      this.#recording?.received(encodeDesktop(message));
    const isText = message.kind === 'keySymbol' && message.scancode === 0 && message.symbol >> 8 !== FUNCTION_KEYS;
    if (isText && this.#link?.layout !== undefined)
      return message.isDown ? this.#typeByKeys(message.symbol, this.#link.layout) : undefined;
    this.#link?.input(message);
  }

  #typeByKeys(symbol: number, layout: number): void {
    const strokes = typingKeys(symbol, layout);
    if (!strokes) return void this.#warn('typed', NOT_TYPED);
    for (const keys of strokes) {
      for (const scancode of keys) this.#link?.input({ kind: 'key', scancode, isDown: true });
      for (const scancode of keys.toReversed()) this.#link?.input({ kind: 'key', scancode, isDown: false });
    }
  }

  #announced(message: DesktopMessageOf<'directoryAnnounce'>): void {
    const access = this.#parts.watch.accessOf(this.subject.owner.user);
    if (!access?.options().desktopDirectorySharing) return; // a user who may not share gets no answer (streams §5.10)
    if (++this.#announcements > ANNOUNCED_MAX) return;
    this.#send({ kind: 'directoryAcknowledge', answer: ANSWER.failed, directory: message.directory });
    if (this.#warn('directory', NOT_SHARED)) this.log.notShared(message, NOT_SHARED);
  }

  #skipped(kind: DesktopMessageKind, bytes: number): void {
    this.#warn(kind, skippedText(kind, bytes));
  }

  /** False if the client got the same warning recently. */
  #warn(cause: string, text: string): boolean {
    const now = this.#parts.clock.now();
    if (now - (this.#warnedMs.get(cause) ?? -Infinity) < WARNING_MS) return false;
    this.#warnedMs.set(cause, now);
    this.#send({ kind: 'notification', text, severity: SEVERITY.warning });
    return true;
  }

  #resize(size: ScreenSize): void {
    if (this.#stage === 'open') this.#link?.resize(size);
    else this.#newSize = size;
  }

  /**
   * A size is sent together with its picture: it makes the client copy a screen, and only pictures have flow control.
   */
  #sendNewSize(): void {
    if (!this.#hasNewSize) return;
    this.#hasNewSize = false;
    const message = encodeDesktop({ kind: 'activated', ioChannelId: 0, userChannelId: 0, ...this.#size });
    this.#recording?.sent([message]);
    if (this.#request.params.extensions) this.#request.client.send(message);
  }

  #picture(messages: Uint8Array[]): void {
    if (this.#stage !== 'open') return;
    this.#hasPicture = true;
    this.#stopWaiting();
    this.#sendNewSize();
    this.#recording?.sent(messages);
    this.#request.client.sendUpdate(messages, () => {
      this.#heldUpdates++;
      this.#pace();
    });
    if (this.#link) void this.#recording?.refresh(this.#link, this.#size);
  }

  /** Pauses the desktop while the client or the disk accepts less than it sends, so that no data piles up here. */
  #pace(): void {
    if (this.#stage !== 'open' || this.#recording?.behind) return;
    for (; this.#heldUpdates > 0; this.#heldUpdates--) this.#link?.next();
  }

  #send(message: DesktopMessage): void {
    const bytes = encodeDesktop(message);
    this.#recording?.sent([bytes]);
    this.#request.client.send(bytes);
  }

  #requireOpening(): void {
    if (this.#failure) throw this.#failure;
  }

  #requireRecording(): void {
    const failure = this.#recording?.failure;
    if (failure && this.subject.recordStrictly) throw new TargetError(notRecorded(failure));
  }

  #recordingFailed(): void {
    const failure = this.#recording?.failure;
    if (!failure || this.#stage !== 'open') return;
    if (this.subject.recordStrictly) this.end(notRecorded(failure));
    else this.#warn('recording', `From now on the session is not recorded: ${reason(failure)}.`);
  }
}
