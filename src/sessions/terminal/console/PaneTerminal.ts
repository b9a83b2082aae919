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
  /** The estimated size of a terminal that cannot be measured yet. */
  room: () => TermSize;
  /** Loads the emulator on demand. */
  loadEmulator: () => Promise<Emulator>;
  /** Name of the signed-in user, once it is known. */
  self: ValueStore<string | undefined>;
  /** The known participants of the session. */
  parties: () => readonly { user: string; mode?: string }[];
  /** An observer has pressed Ctrl+C: closes the pane. */
  leave: () => void;
  transfers: TransferPorts;
  /** Sends typed input to all receiving panes. Pasted text as well, with the brackets that each terminal needs. */
  spread: (send: (terminal: PaneTerminal) => void) => void;
};

export type PaneScreen = { kind: 'loading' } | { kind: 'ready'; emulator: Emulator } | { kind: 'failed'; why: string };

/** The terminal of a pane: the session, which starts at once, and the screen, whose code may load later. */
export class PaneTerminal {
  readonly session: TerminalSession;
  readonly files: PaneFiles;
  readonly screen = new ValueStore<PaneScreen>({ kind: 'loading' });
  /** A paste that waits for confirmation. */
  readonly question = new ValueStore<PastePlan | undefined>(undefined);
  /** Input was discarded because no session accepted it. Reset when a session accepts input again. */
  readonly hasUnsent = new ValueStore(false);
  /** The number of requests for the find bar since it opened. 0: it is closed. */
  readonly findCalls = new ValueStore(0);
  /** A program rang the bell while the pane was in the background. */
  readonly hasRung = new ValueStore(false);
  /** A program wants to write this text to the clipboard, and the user has not decided yet whether programs may. */
  readonly clipboardRequest = new ValueStore<string | undefined>(undefined);
  /** Of this user's windows on the session, this one sets the size, or did until another user set one. */
  hasOwnSize = true;
  #ports: PanePorts;
  /** The emulator's input is its own report now, and only goes to this session. */
  #alone = false;
  /** The session existed before this pane. */
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

  /** Undefined: not known yet. Of a session that existed before, it depends on its metadata and the user's name. */
  get participantMode(): SessionMode | undefined {
    if (!this.#isJoined) return 'peer'; // streams §3.1
    const { target, metadata } = this.session;
    return participantModeOf(target, metadata.get(), this.#ports.self.get());
  }

  /** Whether the user owns the session. */
  get isOwn(): boolean {
    const owner = this.session.metadata.get()?.owner;
    return !this.#isJoined || (owner !== undefined && owner === this.#ports.self.get());
  }

  /** The session is known to belong to another user. */
  get isGuest(): boolean {
    const [owner, self] = [this.session.metadata.get()?.owner, this.#ports.self.get()];
    return Boolean(owner) && self !== undefined && !this.isOwn;
  }

  /**
   * Every browser in the session sees a program's query, but only one may answer: the owner's, or while the owner is
   * away that of the first participant who may type. If that user has several, the one that sets the size answers
   * (streams §3.6).
   */
  get #answersPrograms(): boolean {
    const { owner } = this.session.metadata.get() ?? {};
    const parties = this.#ports.parties();
    const isOwnerAway = parties.length > 0 && parties.every(({ user }) => user !== owner);
    const first = parties.find(({ mode = 'peer' }) => mode === 'peer');
    return this.hasOwnSize && (isOwnerAway ? first?.user === this.#ports.self.get() : !this.isGuest);
  }

  /** Sends typed or pasted input to the shell, unless the user is an observer. */
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

  /** A moderator's command (streams §3.5): ends the shell and the session of all participants. */
  endForEveryone(): void {
    if (this.session.state.get().kind === 'live') this.session.type(TERMINATE_KEY);
  }

  /** Sets the shell to the size of this window again. */
  takeSizeBack(): void {
    this.emulator?.refit();
  }

  /** Pastes from the clipboard. Asks first if the text could run a command. */
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

  /** Pastes without a question and only into this pane. */
  putIn(text: string): void {
    const { emulator } = this;
    if (!emulator) return this.take(text);
    this.#alone = true;
    emulator.paste(text);
    this.#alone = false;
  }

  /** Opens the find bar, or focuses it again. */
  find(): void {
    this.findCalls.set(this.findCalls.get() + 1);
  }

  /** Starts another shell on the same server. Its output follows the existing output. */
  startOver(): Home | undefined {
    if (!this.session.startOver()) return undefined;
    this.#isJoined = false;
    this.emulator?.programTitle.set('');
    this.emulator?.workingDirectory.set(undefined);
    this.session.output.push(newSessionLine(this.#time(), this.emulator?.isOnOtherScreen ?? false));
    const { target } = this.session;
    return target.kind === 'new' ? target : undefined;
  }

  /** Answers a program's clipboard request. `isRule`: also applies to all later requests in all terminals. */
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
    // Reports that the emulator sends by itself are not keys: an observer gets no message about them.
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

  /** Only for a focused terminal: one in the background must not interfere with other work. */
  #requestClipboard = (text: string): void => {
    const { clipboardWrite } = preferences.get();
    if (clipboardWrite === 'off' || !this.emulator?.hasFocus()) return;
    if (clipboardWrite === 'on') void copyText(text);
    // Keeps the first text, so that the user allows the text that was shown.
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
      // An observer's window must not set the size of a screen that another user works in.
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
