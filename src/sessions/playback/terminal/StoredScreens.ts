import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import type { ScreenState } from '../../../wire/recording/screenState.ts';
import type { RecordingOverviewJson } from '../../../wire/recordings.ts';
import type { SavedScreen } from './Screens.ts';

type FetchScreen = (number: number, signal: AbortSignal) => Promise<ScreenState>;

/** Number of cached screens: a user who compares two moments seeks back and forth. */
const KEPT_MAX = 16;

/** Screens that the server has stored, read on demand (streams §4.6). */
export class StoredScreens {
  #timeline: RecordingTimeline;
  #overview: Promise<Pick<RecordingOverviewJson, 'screens'>>;
  #fetch: FetchScreen;
  #cache = new Map<number, ScreenState>();

  constructor(
    timeline: RecordingTimeline,
    overview: Promise<Pick<RecordingOverviewJson, 'screens'>>,
    fetch: FetchScreen,
  ) {
    this.#timeline = timeline;
    this.#overview = overview;
    this.#fetch = fetch;
  }

  /** The last screen at or before a print. Undefined if it is not later than the print `unless`. */
  async before(print: number, unless: number, signal: AbortSignal): Promise<SavedScreen | undefined> {
    const { screens: entries } = await this.#overview;
    const end = this.#timeline.endOf(print);
    const number = entries.findLastIndex(({ offset }) => offset <= end);
    const entry = entries[number];
    const at = entry ? this.#timeline.printAtOffset(entry.offset - 1) : -1;
    // A screen is usable only if it ends with a print.
    if (!entry || at <= unless || this.#timeline.endOf(at) !== entry.offset) return undefined;
    const state = this.#cache.get(number) ?? (await this.#fetch(number, signal).catch(() => undefined));
    signal.throwIfAborted();
    if (!state) return undefined;
    this.#cache.delete(number);
    this.#cache.set(number, state);
    for (const oldest of this.#cache.keys()) if (this.#cache.size > KEPT_MAX) this.#cache.delete(oldest);
    return { print: at, state };
  }
}
