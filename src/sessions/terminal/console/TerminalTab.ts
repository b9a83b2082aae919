import { Disposables } from '../../../lib/disposables.ts';
import { formatTime } from '../../../lib/dates.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { zone } from '../../../ui/zone.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import { needsQuestion, planPaste } from '../emulator/pasteText.ts';
import type { PastePlan } from '../emulator/pasteText.ts';
import { takesInput } from '../session/sessionState.ts';
import { TerminalSession } from '../session/TerminalSession.ts';
import type { SessionPorts, Target } from '../session/TerminalSession.ts';
import { gapLine, newSessionLine } from './lines.ts';
import { preferences } from './preferences.ts';

export type TabPorts = SessionPorts & {
  /** Room of a terminal that cannot be measured yet. */
  room: () => TermSize;
  /** Its code comes on demand. */
  loadEmulator: () => Promise<Emulator>;
};

export type TabScreen = { kind: 'loading' } | { kind: 'ready'; emulator: Emulator } | { kind: 'failed'; why: string };

/** A terminal in a tab: the session, which begins at once, and the screen, whose code may come later. */
export class TerminalTab {
  readonly session: TerminalSession;
  readonly screen = new ValueStore<TabScreen>({ kind: 'loading' });
  /** A paste that waits for an answer. */
  readonly question = new ValueStore<PastePlan | undefined>(undefined);
  /** Something was typed that nobody took. Until somebody takes input again. */
  readonly hasUnsent = new ValueStore(false);
  #ports: TabPorts;
  #undo = new Disposables();

  constructor(target: Target, ports: TabPorts) {
    this.#ports = ports;
    const session = (this.session = new TerminalSession(target, ports.room(), ports));
    this.#undo.add(() => session.dispose());
    session.unsent.subscribe(() => this.hasUnsent.set(true));
    session.rejoined.subscribe(({ atMs }) => session.output.push(gapLine(this.#time(atMs), this.#time())));
    session.state.subscribe(() => {
      if (takesInput(session.state.get())) this.hasUnsent.set(false);
    });
    void this.#load();
  }

  get emulator(): Emulator | undefined {
    const screen = this.screen.get();
    return screen.kind === 'ready' ? screen.emulator : undefined;
  }

  /** From the clipboard; what could run something by itself is asked about first. */
  paste = (text: string): void => {
    const plan = planPaste(text);
    if (needsQuestion(plan)) this.question.set(plan);
    else this.emulator?.paste(plan.text);
  };

  answer(paste: boolean): void {
    const plan = this.question.get();
    this.question.set(undefined);
    if (paste && plan) this.emulator?.paste(plan.text);
  }

  /** Another shell on the same server, below what stands there. */
  startOver(): { serverId: string; login: string } | undefined {
    if (!this.session.startOver()) return undefined;
    this.session.output.push(newSessionLine(this.#time(), this.emulator?.isOnOtherScreen ?? false));
    const { target } = this.session;
    return target.kind === 'new' ? target : undefined;
  }

  dispose(): void {
    this.#undo.dispose();
  }

  #time(atMs = this.#ports.clock.now()): string {
    return formatTime(new Date(atMs), zone.get());
  }

  async #load(): Promise<void> {
    try {
      const emulator = await this.#ports.loadEmulator();
      this.#undo.add(() => emulator.dispose());
      if (!this.#undo.disposed) this.#join(emulator);
    } catch (error) {
      this.screen.set({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
    }
  }

  #join(emulator: Emulator): void {
    const { session } = this;
    const follow = () => emulator.acceptInput(takesInput(session.state.get()));
    emulator.input.subscribe((input) => session.type(input));
    emulator.room.subscribe((room) => session.resize(room));
    emulator.pasted.subscribe(this.paste);
    this.#undo.add(session.state.subscribe(follow));
    this.#undo.add(session.show(emulator));
    this.#undo.add(preferences.subscribe(() => emulator.setReaderMode(preferences.get().readerMode)));
    emulator.setReaderMode(preferences.get().readerMode);
    follow();
    this.screen.set({ kind: 'ready', emulator });
  }
}
