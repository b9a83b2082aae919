import { useVirtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { CommandRun } from '../run/CommandRun.ts';
import type { Entry } from '../run/entries.ts';
import { ResultBlock } from './ResultBlock.tsx';
import styles from './Results.module.css';

type Props = {
  run: CommandRun;
  /** The shown entries, in their order. */
  entries: readonly Entry[];
  hostOf: (id: string) => string;
  isOpen: (entry: Entry) => boolean;
  onToggle: (entry: Entry) => void;
  onSave: (entry: Entry) => void;
  /** The user reads or works in it. */
  onUse: () => void;
  /** The scrolling element, which contains the list. */
  scroller: RefObject<HTMLDivElement | null>;
};

const HEAD_PX = 34;
/** An estimate until the entry is rendered. */
const OPEN_PX = 120;

/** One block per entry. Only the visible ones are rendered. Arrow keys move between their heads. */
export function ResultList({ run, entries, hostOf, isOpen, onToggle, onSave, onUse, scroller }: Props) {
  const [offsetPx, setOffsetPx] = useState(0);
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: entries.length,
    getItemKey: (index) => entries[index]?.id ?? index,
    estimateSize: (index) => {
      const entry = entries[index];
      return entry && isOpen(entry) ? OPEN_PX : HEAD_PX;
    },
    getScrollElement: () => scroller.current,
    scrollMargin: offsetPx,
    overscan: 3,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    onUse();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const head = event.target instanceof Element ? event.target.closest('button[aria-expanded]') : null;
    const block = head?.closest<HTMLElement>('li[data-index]');
    if (by === undefined || !block) return;
    event.preventDefault();
    const to = Number(block.dataset['index']) + by;
    event.currentTarget.querySelector<HTMLElement>(`li[data-index="${to}"] button[aria-expanded]`)?.focus();
  };
  return (
    <ul
      ref={(element) => {
        if (element) setOffsetPx(element.offsetTop);
      }}
      className={styles.list}
      style={{ height: list.getTotalSize() }}
      aria-label="Results by server"
      onKeyDown={onKeyDown}
      onPointerDown={onUse}
      onWheel={onUse}
    >
      {list.getVirtualItems().map(({ index, start, key }) => {
        const entry = entries[index];
        return (
          entry && (
            <ResultBlock
              key={key}
              ref={list.measureElement}
              index={index}
              count={entries.length}
              startPx={start - offsetPx}
              run={run}
              entry={entry}
              hostOf={hostOf}
              isOpen={isOpen(entry)}
              onToggle={() => onToggle(entry)}
              onSave={onSave}
            />
          )
        );
      })}
    </ul>
  );
}
