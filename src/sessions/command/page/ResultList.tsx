import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { CommandRun } from '../run/CommandRun.ts';
import type { NodeState } from '../run/nodeState.ts';
import { ResultBlock } from './ResultBlock.tsx';
import styles from './Results.module.css';

type Props = {
  run: CommandRun;
  states: ReadonlyMap<string, NodeState>;
  /** Those that are shown, in their order. */
  ids: readonly string[];
  hostOf: (id: string) => string;
  /** Those whose output is folded away. */
  folded: ReadonlySet<string>;
  onFold: (id: string) => void;
  /** What scrolls, with the list somewhere inside. */
  scroller: RefObject<HTMLDivElement | null>;
};

const HEAD_PX = 34;
/** A guess until it is drawn. */
const OPEN_PX = 120;

/** A block per server, of which those in view are in the document. Arrows move between their heads. */
export function ResultList({ run, states, ids, hostOf, folded, onFold, scroller }: Props) {
  const [offsetPx, setOffsetPx] = useState(0);
  // eslint-disable-next-line react-hooks/incompatible-library
  const list = useVirtualizer({
    count: ids.length,
    getItemKey: (index) => ids[index] ?? index,
    estimateSize: (index) => (folded.has(ids[index] ?? '') ? HEAD_PX : OPEN_PX),
    getScrollElement: () => scroller.current,
    scrollMargin: offsetPx,
    overscan: 3,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
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
    >
      {list.getVirtualItems().map(({ index, start, key }) => {
        const id = ids[index] ?? '';
        return (
          <ResultBlock
            key={key}
            ref={list.measureElement}
            index={index}
            count={ids.length}
            startPx={start - offsetPx}
            host={hostOf(id)}
            state={states.get(id) ?? { kind: 'waiting' }}
            buffer={run.output(id)}
            isOpen={!folded.has(id)}
            onToggle={() => onFold(id)}
          />
        );
      })}
    </ul>
  );
}
