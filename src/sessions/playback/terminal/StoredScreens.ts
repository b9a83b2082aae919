import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import type { ScreenState } from '../../../wire/recording/screenState.ts';
import type { RecordingOverviewJson } from '../../../wire/recordings.ts';
import type { SavedScreen } from './Screens.ts';

type FetchScreen = (number: number, signal: AbortSignal) => Promise<ScreenState>;

/** Screens that are kept: a person who compares two moments goes to and fro. */
const KEPT_MAX = 16;

/** Screens that the server has stored, read when they are wanted (streams §4.6). */
export class StoredScreens {
  #timeline: RecordingTimeline;
  #overview: Promise<Pick<RecordingOverviewJson, 'screens'>>;
  #fetch: FetchScreen;
  #kept = new Map<number, ScreenState>();

  constructor(
    timeline: RecordingTimeline,
    overview: Promise<Pick<RecordingOverviewJson, 'screens'>>,
    fetch: FetchScreen,
  ) {
    this.#timeline = timeline;
    this.#overview = overview;
    this.#fetch = fetch;
  }

  /** The last one at or before a print; `unless` it is no later than that print. */
  async before(print: number, unless: number, signal: AbortSignal): Promise<SavedScreen | undefined> {
    const { screens: entries } = await this.#overview;
    const end = this.#timeline.endOf(print);
    const number = entries.findLastIndex(({ offset }) => offset <= end);
    const entry = entries[number];
    const at = entry ? this.#timeline.printAtOffset(entry.offset - 1) : -1;
    // Only what ends with a print is one of its screens.
    if (!entry || at <= unless || this.#timeline.endOf(at) !== entry.offset) return undefined;
    const state = this.#kept.get(number) ?? (await this.#fetch(number, signal).catch(() => undefined));
    signal.throwIfAborted();
    if (!state) return undefined;
    this.#kept.delete(number);
    this.#kept.set(number, state);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > KEPT_MAX) this.#kept.delete(oldest);
    return { print: at, state };
  }
}
