import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { formatBytes, formatCount, plural } from '../../../lib/numbers.ts';
import type { SearchOptions } from '../../../lib/searchPattern.ts';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { MatchOptions } from '../../../ui/MatchOptions.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { displayTime } from '../../../wire/recording/moment.ts';
import { LIMIT_S } from '../../terminal/emulator/find/matchInWorker.ts';
import type { ScanState } from '../terminal/ScanFeed.ts';
import type { TextPlayer } from '../terminal/TextPlayer.ts';
import { HITS_MAX, type Hit, type SearchQuery, type SearchState } from '../TranscriptSearch.ts';
import { eventLabel } from './overview.ts';
import { TranscriptList } from './TranscriptList.tsx';
import styles from './TranscriptPanel.module.css';
import { commandRows, eventRows, textRows, type TranscriptRows } from './transcriptRows.ts';

const NO_QUERY: SearchQuery = { text: '', isRegExp: false, matchesCase: false };

type Tab = 'commands' | 'text' | 'events';

type Props = {
  player: TextPlayer;
  /** How often the user opened the search: each time its field gets the focus. */
  calls: number;
  onHit: (hit: Hit | undefined) => void;
};

/** A recording as text: its commands, lines and events, and a search. */
export function TranscriptPanel({ player, calls, onHit }: Props) {
  const { controller, transcript, timeline, search } = player;
  const [tab, setTab] = useState<Tab>('commands');
  const [{ text, ...options }, setQuery] = useState<SearchQuery>(search.query ?? NO_QUERY);
  const found = useStore(search.state);
  const read = useStore(transcript.version);
  const scan = useStore(player.scan.state);
  useStore(player.version);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (calls > 0) field.current?.select();
  }, [calls]);
  const { isRegExp, matchesCase } = options;
  useEffect(() => void search.find({ text, isRegExp, matchesCase }), [search, text, isRegExp, matchesCase]);
  useEffect(() => search.refresh(), [search, read]);

  // A new search shows the first hit from the present moment on. Playback does not change the shown hit.
  const goNear = useEffectEvent(() => {
    if (found.kind === 'found') search.near(controller.position.get());
  });
  const hasHits = found.kind === 'found' && found.hits.length > 0;
  useEffect(() => goNear(), [text, isRegExp, matchesCase, hasHits]);

  const hits = found.kind === 'found' ? found.hits : [];
  const rows: TranscriptRows =
    tab === 'commands'
      ? commandRows(transcript, timeline.gaps, hits)
      : tab === 'text'
        ? textRows(transcript)
        : eventRows(timeline.events);
  const setText = (text: string) => setQuery({ ...options, text });
  const current = found.kind === 'found' ? found.hits[found.current] : undefined;
  const step = (by: 1 | -1) => onHit(search.step(by));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <aside className={styles.panel} aria-label="Transcript">
      <div className={styles.head}>
        <div className="row g8">
          <Segmented
            label="What is listed"
            size="inline"
            value={tab}
            segments={{
              commands: `Commands ${formatCount(transcript.commands.length)}`,
              text: 'Full text',
              events: `Events ${formatCount(timeline.events.length)}`,
            }}
            onChange={setTab}
          />
          <span className="grow" />
          <IconButton
            size="inline"
            icon="copy"
            label={COPY_LABELS[tab]}
            onClick={() => void copyWithToast(copyOf(tab, player), copiedLabel(tab, player))}
          />
        </div>
        <search className="row g6" aria-label="Search this recording" onKeyDown={onKeyDown}>
          <span className={styles.field}>
            <Icon name="search" />
            <input
              ref={field}
              aria-label="Search in the recording"
              placeholder="Search in the recording"
              spellCheck={false}
              value={text}
              aria-invalid={found.kind === 'faulty'}
              onChange={(event) => setText(event.target.value)}
            />
            <span className="t3 num one-line" role="status">
              {foundLabel(found)}
            </span>
          </span>
          <IconButton kind="plain" icon="arrow-up" label="Previous hit" keys="P" onClick={() => step(-1)} />
          <IconButton kind="plain" icon="arrow-down" label="Next hit" keys="N" onClick={() => step(1)} />
          <MatchOptions
            options={options}
            onChange={(changed: SearchOptions) => setQuery({ text, ...changed })}
            className={styles.choice}
          />
        </search>
      </div>
      <TranscriptList
        key={tab}
        rows={rows}
        controller={controller}
        current={current}
        hits={hits}
        empty={emptyLabel(tab, player.track.isLive, scan.kind)}
        onPick={(ms) => controller.seek(ms)}
      />
      <div className={styles.foot}>
        <span role="status" className="cut">
          {footLabel(tab, player, scan)}
        </span>
        {scan.kind === 'stopped' && (
          <Button kind="quiet" size="inline" onClick={() => player.scan.readOn()}>
            Read all {formatBytes(timeline.totalBytes)}
          </Button>
        )}
        {scan.kind === 'failed' && (
          <Button size="inline" onClick={() => player.scan.retry()}>
            Try again
          </Button>
        )}
      </div>
    </aside>
  );
}

const COPY_LABELS = { commands: 'Copy all commands', text: 'Copy the text', events: 'Copy all events' } as const;
const COPIED = { commands: 'Commands', text: 'Text', events: 'Events' } as const;

function copyOf(tab: Tab, { transcript, timeline }: TextPlayer): string {
  if (tab === 'commands') return transcript.commands.map(({ text }) => text).join('\n');
  if (tab === 'text') return transcript.text;
  return timeline.events.map(({ ms, event }) => `${displayTime(ms)} ${eventLabel(event)}`).join('\n');
}

/** The label also reports if the copy is incomplete. */
function copiedLabel(tab: Tab, { track, timeline, transcript, scan }: TextPlayer): string {
  const label = COPIED[tab];
  const state = scan.state.get();
  if (tab === 'events' || track.isLive) return label;
  if (state.kind !== 'done') {
    const percent = Math.floor((100 * state.bytes) / Math.max(1, timeline.totalBytes));
    return percent > 0 ? `${label} of the first ${percent} %` : `First part of the ${tab}`;
  }
  return tab === 'text' && transcript.omitted > 0 ? `First ${plural(transcript.count, 'line')} of the text` : label;
}

function foundLabel(found: SearchState): string {
  if (found.kind === 'none') return '';
  if (found.kind === 'faulty') return 'Not a regular expression';
  if (found.kind === 'slow') return `Stopped after ${LIMIT_S} s`;
  if (found.hits.length === 0) return 'Not found';
  const all = found.hits.length >= HITS_MAX ? `${HITS_MAX} or more` : formatCount(found.hits.length);
  return `${found.current + 1} of ${all}`;
}

function emptyLabel(tab: Tab, isLive: boolean, scan: ScanState['kind']): string {
  if (tab === 'events') return 'No events besides the output';
  if (scan === 'failed') return 'The text could not be read';
  if (isLive) return tab === 'commands' ? 'No commands yet' : 'No output yet';
  if (scan === 'reading') return 'Reading the recording';
  return tab === 'commands' ? 'No commands were found. The full text has what was printed' : 'Nothing was printed';
}

function footLabel(tab: Tab, { track, transcript, timeline }: TextPlayer, scan: ScanState): string {
  if (scan.kind === 'reading' && timeline.totalBytes > 0 && !track.isLive)
    return `Reading the text: ${Math.min(99, Math.floor((100 * scan.bytes) / timeline.totalBytes))} %`;
  if (scan.kind === 'stopped') return `Text and commands of the first ${formatBytes(scan.bytes)}`;
  if (scan.kind === 'failed') return 'The text could not be read to its end';
  if (tab === 'text')
    return transcript.omitted > 0
      ? `${plural(transcript.count, 'line')}; ${formatCount(transcript.omitted)} more are not listed or searched`
      : plural(transcript.count, 'line');
  if (tab === 'events')
    return timeline.omittedEvents > 0
      ? `${plural(timeline.events.length, 'event')}; ${formatCount(timeline.omittedEvents)} more are not listed`
      : plural(timeline.events.length, 'event');
  const guesses = transcript.commands.filter(({ isGuess }) => isGuess).length;
  return guesses > 0 ? 'Commands found by the prompt: some may be missing or wrong' : '';
}
