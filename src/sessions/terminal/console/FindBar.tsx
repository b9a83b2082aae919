import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SearchOptions } from '../../../lib/searchPattern.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { MatchOptions } from '../../../ui/MatchOptions.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import { LIMIT_S } from '../emulator/find/matchInWorker.ts';
import { MATCHES_MAX, type FindResult } from '../emulator/Finder.ts';
import styles from './FindBar.module.css';

type Props = {
  emulator: Emulator;
  /** The number of requests to open the bar. Each one focuses its field again. */
  calls: number;
  onClose: () => void;
};

/** The initial search text: the selection, if it is within one line. */
function selectedText(emulator: Emulator): string {
  const text = emulator.selection();
  return text.includes('\n') ? '' : text.trim();
}

function foundMessage(found: FindResult, text: string): string {
  if (!text || found.kind === 'none') return '';
  if (found.kind === 'faulty') return 'Not a regular expression';
  if (found.kind === 'slow') return `Stopped after ${LIMIT_S} s`;
  const { at, count } = found;
  if (count === 0) return 'Not found';
  const all = count >= MATCHES_MAX ? `${MATCHES_MAX} or more` : String(count);
  return at > 0 ? `${at} of ${all}` : all;
}

/** Searches the whole buffer of a terminal, starting from the end, as logs are read. */
export function FindBar({ emulator, calls, onClose }: Props) {
  const { finder } = emulator;
  const [text, setText] = useState(() => selectedText(emulator));
  const [options, setOptions] = useState<SearchOptions>({ isRegExp: false, matchesCase: false });
  const found = useStore(finder.found);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The menu that opened the bar first restores the focus.
    const timer = setTimeout(() => field.current?.select());
    return () => clearTimeout(timer);
  }, [calls]);
  useEffect(() => () => finder.stop(), [finder]);
  useEffect(() => {
    void finder.find(text, options, 'backward');
  }, [finder, text, options]);

  const step = (where: 'forward' | 'backward') => void finder.find(text, options, where);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') step(event.shiftKey ? 'forward' : 'backward');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = foundMessage(found, text);
  const isBad = found.kind === 'faulty' || found.kind === 'slow' || (found.kind === 'found' && found.count === 0);
  return (
    <search className={styles.bar} aria-label="Find in this terminal" onKeyDown={onKeyDown}>
      <input
        ref={field}
        autoFocus
        className={styles.field}
        aria-label="Find"
        aria-invalid={found.kind === 'faulty'}
        placeholder="Find"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span
        className={cx(styles.count, 'num', isBad && text !== '' && styles.bad)}
        role="status"
        title={found.kind === 'faulty' ? found.why : undefined}
      >
        {words}
      </span>
      <MatchOptions options={options} onChange={setOptions} className={styles.choice} />
      <IconButton size="inline" icon="arrow-up" label="Previous match" keys="Enter" onClick={() => step('backward')} />
      <IconButton
        size="inline"
        icon="arrow-down"
        label="Next match"
        keys="Shift+Enter"
        onClick={() => step('forward')}
      />
      <IconButton size="inline" icon="x" label="Close find" keys="Esc" onClick={onClose} />
    </search>
  );
}
