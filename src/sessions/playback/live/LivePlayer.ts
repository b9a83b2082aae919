import type { RecordingAddress } from '../../../api/recordingData.ts';
import { systemClock } from '../../../lib/clock.ts';
import { formatTime } from '../../../lib/dates.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { zone } from '../../../ui/zone.ts';
import { DEFAULT_SIZE } from '../../../wire/recording/recordingTerminal.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { gapLine } from '../../terminal/console/lines.ts';
import type { SessionPorts } from '../../terminal/session/TerminalCall.ts';
import { TerminalSession } from '../../terminal/session/TerminalSession.ts';
import { TextPlayer } from '../terminal/TextPlayer.ts';
import { LiveOutput } from './LiveOutput.ts';

/** Beyond these limits the player stores no more output. It can start again with the present screen. */
const KEPT_MAX = { bytes: 64 * 1024 * 1024, prints: 500_000 };
/** Faster output waits on the server if the server can hold it (`HOLDS_OUTPUT`). */
const BYTES_PER_MS = 8 * 1024;
const TELL_MS = 250;

/** `full`: the limit of stored output is reached. */
export type LiveEnd = 'ended' | 'full';

/**
 * Follows a running session as an observer through the terminal's socket (streams §3.8) and stores the output, so that
 * the user can go back.
 */
export class LivePlayer extends TextPlayer {
  readonly loadingLabel = 'Joining the session';
  readonly waitingLabel = '';
  /** Why the player no longer follows the session. */
  readonly over = new ValueStore<LiveEnd | undefined>(undefined);
  #session: TerminalSession;
  #output: LiveOutput;
  #isReportDue = false;
  #firstMs: number | undefined;

  constructor(address: RecordingAddress, ports: SessionPorts) {
    const output = new LiveOutput();
    super(address, new RecordingTimeline(), output);
    this.#output = output;
    this.track.isLive = true;
    this.#session = new TerminalSession({ kind: 'join', sid: address.sid, mode: 'observer' }, DEFAULT_SIZE, ports);
    const { metadata, state, events, rejoined, output: received } = this.#session;
    const time = (ms: number) => formatTime(new Date(ms), zone.get());
    const stops: Dispose[] = [
      metadata.subscribe(() => this.#begin()),
      state.subscribe(() => this.#follow()),
      rejoined.subscribe(({ atMs }) => received.push(gapLine(time(atMs), time(systemClock.now()), false))),
      events.subscribe((event) => {
        if (event.event === 'session.join' || event.event === 'session.leave')
          this.#addEvent(event.event, { user: event.user });
      }),
      this.#session.show({
        write: (bytes, parsed) => {
          this.#print(bytes);
          systemClock.after(bytes.length / BYTES_PER_MS, parsed);
        },
        resize: ({ cols, rows }) => this.#addEvent('resize', { size: `${cols}:${rows}` }),
      }),
      () => this.#session.dispose(),
    ];
    for (const stop of stops) this.undo.add(stop);
  }

  notice(): string | undefined {
    const state = this.#session.state.get();
    if (state.kind === 'lost' || state.kind === 'rejoining')
      return 'The connection to the session was lost. The player tries to join it again';
    if (state.kind === 'authenticating')
      return 'The session asks for your security key. Watch it in the terminal, which can ask for the key';
    return undefined;
  }

  /** Starts the timeline with the user and the server, like a recording. */
  #begin(): void {
    const metadata = this.#session.metadata.get();
    if (!metadata || this.timeline.start) return;
    const { owner, login, hostname, created } = metadata;
    this.#addEvent('session.start', {
      user: owner,
      login,
      server_hostname: hostname,
      ...(created && { time: created.toISOString() }),
    });
  }

  #follow(): void {
    const state = this.#session.state.get();
    if (state.kind === 'live' && this.load.get().kind === 'loading') {
      this.load.set({ kind: 'ready' });
      this.controller.goLive();
    } else if (state.kind === 'refused') this.#fail(state.why);
    else if (state.kind === 'lost' && !state.next) this.#fail('the connection to the session was lost');
    else if (state.kind === 'ended') this.over.set('ended');
    this.report();
  }

  #fail(why: string): void {
    this.load.set({ kind: 'failed', error: new Error(why) });
  }

  #print(bytes: Uint8Array): void {
    if (this.over.get() !== undefined) return;
    if (this.#output.length + bytes.length > KEPT_MAX.bytes || this.timeline.printCount >= KEPT_MAX.prints)
      return this.over.set('full');
    const now = systemClock.now();
    this.#firstMs ??= now;
    this.#output.add(bytes);
    this.#addEvent('print', { ms: now - this.#firstMs, bytes: bytes.length });
    this.controller.grow();
  }

  #addEvent(event: string, fields: JsonObject): void {
    this.timeline.add({ event, time: new Date(systemClock.now()).toISOString(), ...fields });
    if (this.#isReportDue) return;
    this.#isReportDue = true;
    systemClock.after(TELL_MS, () => {
      if (this.undo.disposed) return;
      this.#isReportDue = false;
      this.report();
      this.scan.more(false);
    });
  }
}
