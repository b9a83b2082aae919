import { formatTime } from '../../../lib/dates.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { Disposables } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { copyText } from '../../../ui/copyText.ts';
import { zone } from '../../../ui/zone.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import { beep } from '../emulator/beep.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import { needsQuestion, planPaste, type PastePlan, isAnswer, isReport } from '../emulator/judgeInput.ts';
import {
  ACTIVITY_KEY,
  inputPolicy,
  mayType,
  participantModeOf,
  TERMINATE_KEY,
  type SessionMode,
} from '../session/inputPolicy.ts';
import { takesInput } from '../session/sessionState.ts';
import type { Home, Target } from '../session/target.ts';
import type { SessionPorts } from '../session/TerminalCall.ts';
import { TerminalSession } from '../session/TerminalSession.ts';
import { PaneFiles } from '../transfer/PaneFiles.ts';
import type { TransferPorts } from '../transfer/Transfers.ts';
import { gapLine, joinedLine, newSessionLine } from './lines.ts';
import { prefer, preferences } from './preferences.ts';

export type PanePorts = SessionPorts & {
  /** Room of a terminal that cannot be measured yet. */
  room: () => TermSize;
  /** Its code comes on demand. */
  loadEmulator: () => Promise<Emulator>;
  /** Name of the signed-in person, once it is known. */
  self: ValueStore<string | undefined>;
  /** Who takes part in the session, as far as it is known. */
  parties: () => readonly { user: string; mode?: string }[];
  /** One who watches has pressed Ctrl+C: closes the pane. */
  leave: () => void;
  transfers: TransferPorts;
  /** What a person typed goes to everybody who receives it; pasted text likewise, to each in its own brackets. */
  spread: (send: (terminal: PaneTerminal) => void) => void;
};

export type PaneScreen = { kind: 'loading' } | { kind: 'ready'; emulator: Emulator } | { kind: 'failed'; why: string };

/** The terminal of a pane: the session, which begins at once, and the screen, whose code may come later. */
export class PaneTerminal {
  readonly session: TerminalSession;
  readonly files: PaneFiles;
  readonly screen = new ValueStore<PaneScreen>({ kind: 'loading' });
  /** A paste that waits for an answer. */
  readonly question = new ValueStore<PastePlan | undefined>(undefined);
  /** Something was typed that nobody took. Until somebody takes input again. */
  readonly hasUnsent = new ValueStore(false);
  /** How often the field that looks for text was asked for since it opened; 0: it is closed. */
  readonly findCalls = new ValueStore(0);
  /** A program has rung while nobody looked. */
  readonly hasRung = new ValueStore(false);
  /** A program wants this on the clipboard, and nobody has said yet whether programs may. */
  readonly clipboardRequest = new ValueStore<string | undefined>(undefined);
  /** Of this person's windows with the session it is this one whose size counts, or did until another user set one. */
  hasOwnSize = true;
  #ports: PanePorts;
  /** What the emulator tells now is its own, and goes to this session alone. */
  #alone = false;
  /** The session ran before this pane was there. */
  #isJoined: boolean;
  #undo = new Disposables();

  constructor(target: Target, ports: PanePorts) {
    this.#ports = ports;
    const session = (this.session = new TerminalSession(target, ports.room(), ports));
    this.#undo.add(() => session.dispose());
    this.files = new PaneFiles(session, ports.transfers);
    this.#undo.add(() => this.files.dispose());
    session.unsent.subscribe(() => this.hasUnsent.set(true));
    session.size.subscribe(() => {
      const { setBy } = session.size.get();
      if (setBy === undefined || setBy === ports.self.get()) this.hasOwnSize = setBy === undefined;
    });
    this.#isJoined = target.kind === 'join';
    if (this.#isJoined) {
      const stop = session.state.subscribe(() => {
        if (session.state.get().kind !== 'live') return;
        stop();
        if (this.#isJoined) session.output.push(joinedLine(this.#time()));
      });
    }
    session.rejoined.subscribe(({ atMs }) =>
      session.output.push(gapLine(this.#time(atMs), this.#time(), this.hasUnsent.get())),
    );
    session.state.subscribe(() => {
      if (takesInput(session.state.get())) this.hasUnsent.set(false);
    });
    void this.#load();
  }

  get emulator(): Emulator | undefined {
    const screen = this.screen.get();
    return screen.kind === 'ready' ? screen.emulator : undefined;
  }

  get isJoined(): boolean {
    return this.#isJoined;
  }

  /** undefined: not known yet. It follows what the session's metadata and the person's name tell. */
  get participantMode(): SessionMode | undefined {
    const { target, metadata } = this.session;
    return participantModeOf(target, metadata.get(), this.#ports.self.get());
  }

  /** Whose session it is. */
  get isOwn(): boolean {
    const owner = this.session.metadata.get()?.owner;
    return owner !== undefined && owner === this.#ports.self.get();
  }

  /** Known to be the session of another user. */
  get isGuest(): boolean {
    const [owner, self] = [this.session.metadata.get()?.owner, this.#ports.self.get()];
    return Boolean(owner) && self !== undefined && owner !== self;
  }

  /**
   * Each browser with the session sees a program's question, and one may answer: the owner's, or while the owner is away
   * that of the first who may type. Of several of that user's, it is the one whose size counts (streams §3.6).
   */
  get #answersPrograms(): boolean {
    const { owner } = this.session.metadata.get() ?? {};
    const parties = this.#ports.parties();
    const isOwnerAway = parties.length > 0 && parties.every(({ user }) => user !== owner);
    const first = parties.find(({ mode = 'peer' }) => mode === 'peer');
    return this.hasOwnSize && (isOwnerAway ? first?.user === this.#ports.self.get() : !this.isGuest);
  }

  /** What somebody typed or pasted: to the shell, unless one only watches. */
  take(input: string | Uint8Array): void {
    switch (inputPolicy(this.participantMode, input)) {
      case 'send':
        return this.session.type(input);
      case 'leave':
        return this.#ports.leave();
      case 'hold':
        if (this.session.state.get().kind === 'live') this.session.type(ACTIVITY_KEY);
        return this.hasUnsent.set(true);
    }
  }

  /** A moderator's word (streams §3.5): the shell ends, and with it the session of everybody. */
  endForEveryone(): void {
    if (this.session.state.get().kind === 'live') this.session.type(TERMINATE_KEY);
  }

  /** The shell gets the size of this window again. */
  takeSizeBack(): void {
    this.emulator?.refit();
  }

  /** From the clipboard; what could run something by itself is asked about first. */
  paste = (text: string): void => {
    const plan = planPaste(text);
    let isSafe = plan.left === 0;
    this.#ports.spread(({ emulator }) => (isSafe &&= emulator?.bracketsPaste === true));
    if (needsQuestion(plan) && !isSafe && preferences.get().asksPaste) this.question.set(plan);
    else this.#ports.spread((terminal) => terminal.putIn(plan.text));
  };

  answer(paste: boolean): void {
    const plan = this.question.get();
    this.question.set(undefined);
    if (paste && plan) this.#ports.spread((terminal) => terminal.putIn(plan.text));
  }

  /** Pasted text, without a question and without anybody else. */
  putIn(text: string): void {
    const { emulator } = this;
    if (!emulator) return this.take(text);
    this.#alone = true;
    emulator.paste(text);
    this.#alone = false;
  }

  /** Opens the field that looks for text, or goes back to it. */
  find(): void {
    this.findCalls.set(this.findCalls.get() + 1);
  }

  /** Another shell on the same server, below what stands there. */
  startOver(): Home | undefined {
    if (!this.session.startOver()) return undefined;
    this.#isJoined = false;
    this.emulator?.programTitle.set('');
    this.emulator?.workingDirectory.set(undefined);
    this.session.output.push(newSessionLine(this.#time(), this.emulator?.isOnOtherScreen ?? false));
    const { target } = this.session;
    return target.kind === 'new' ? target : undefined;
  }

  /** A program's wish for the clipboard is granted or not; `isRule`: also from now on, for all terminals. */
  answerClipboardRequest(allowed: boolean, isRule: boolean): void {
    const text = this.clipboardRequest.get();
    this.clipboardRequest.set(undefined);
    if (isRule) prefer({ clipboardWrite: allowed ? 'on' : 'off' });
    if (allowed && text !== undefined) void copyText(text);
  }

  dispose(): void {
    this.#undo.dispose();
  }

  #type = (input: string | Uint8Array): void => {
    // What the emulator says by itself is no key: one who watches has nothing to be told about it.
    if (typeof input === 'string' && isAnswer(input) && !this.#answersPrograms) return;
    if (typeof input !== 'string' || isReport(input)) {
      if (inputPolicy(this.participantMode, input) === 'send') this.session.type(input);
    } else if (this.#alone) this.take(input);
    else this.#ports.spread((terminal) => terminal.take(input));
  };

  #ring = (): void => {
    const { bell } = preferences.get();
    if (bell === 'off') return;
    if (bell === 'sound') beep();
    if (!this.emulator?.hasFocus()) this.hasRung.set(true);
  };

  /** Only of a terminal that somebody is at: one in the background must not reach into other work. */
  #requestClipboard = (text: string): void => {
    const { clipboardWrite } = preferences.get();
    if (clipboardWrite === 'off' || !this.emulator?.hasFocus()) return;
    if (clipboardWrite === 'on') void copyText(text);
    // The text that a person reads is the one that they allow.
    else if (this.clipboardRequest.get() === undefined) this.clipboardRequest.set(text);
  };

  #time(atMs = this.#ports.clock.now()): string {
    return formatTime(new Date(atMs), zone.get());
  }

  async #load(): Promise<void> {
    try {
      const emulator = await this.#ports.loadEmulator();
      this.#undo.add(() => emulator.dispose());
      if (!this.#undo.disposed) this.#join(emulator);
    } catch (error) {
      this.screen.set({ kind: 'failed', why: errorMessage(error) });
    }
  }

  #join(emulator: Emulator): void {
    const { session } = this;
    const follow = () => emulator.acceptInput(takesInput(session.state.get()));
    emulator.input.subscribe(this.#type);
    emulator.room.subscribe((room) => {
      const { setBy, ...size } = session.size.get();
      // The window of one who watches has no say over a screen that somebody works in.
      if (setBy !== undefined && !mayType(this.participantMode)) emulator.resize(size);
      else session.resize(room);
    });
    emulator.pasted.subscribe(this.paste);
    this.#undo.add(session.state.subscribe(follow));
    this.#undo.add(session.show(emulator));
    const dress = () => emulator.applySettings(preferences.get());
    this.#undo.add(preferences.subscribe(dress));
    dress();
    emulator.bell.subscribe(this.#ring);
    emulator.clipboardWritten.subscribe(this.#requestClipboard);
    emulator.workingDirectory.subscribe(() => this.files.followShell(emulator.workingDirectory.get()));
    follow();
    this.screen.set({ kind: 'ready', emulator });
  }
}
