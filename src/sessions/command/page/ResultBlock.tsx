import type { Ref } from 'react';
import { Tag } from '../../../ui/Chips.tsx';
import { copyText } from '../../../ui/copyText.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Ring } from '../../../ui/plain/Ring.tsx';
import { Dot } from '../../../ui/StateMark.tsx';
import type { MarkKind } from '../../../ui/StateMark.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { useNow } from '../../../ui/useNow.ts';
import { wentWrong } from '../run/nodeState.ts';
import type { NodeState } from '../run/nodeState.ts';
import type { OutputBuffer } from '../run/OutputBuffer.ts';
import { outputText, reasonOf, silenceWords, stateWords } from '../run/words.ts';
import { OutputText } from './OutputText.tsx';
import styles from './Results.module.css';
import { useOutput } from './useOutput.ts';

type Props = {
  ref: Ref<HTMLLIElement>;
  index: number;
  count: number;
  startPx: number;
  host: string;
  state: NodeState;
  buffer: OutputBuffer;
  isOpen: boolean;
  onToggle: () => void;
};

function markOf(state: NodeState): MarkKind {
  if (wentWrong(state)) return state.kind === 'unknown' ? 'unknown' : 'danger';
  return state.kind === 'done' ? 'ok' : 'ended';
}

/** One server: where the command stands there, and what it said. */
export function ResultBlock({ ref, index, count, startPx, host, state, buffer, isOpen, onToggle }: Props) {
  const output = useOutput(buffer);
  const nowMs = useNow(state.kind === 'running' ? 1000 : undefined);
  const why = reasonOf(state);
  const hasErrors = [...output.head, ...output.tail].some(({ source }) => source === 'stderr');
  const isSilent = output.head.length === 0;
  const copy = async () => {
    const isCopied = await copyText(outputText(buffer.get()));
    toasts.show({ text: isCopied ? `Output of ${host} copied` : 'The browser let nothing onto the clipboard' });
  };
  return (
    <li
      ref={ref}
      data-index={index}
      className={styles.block}
      style={{ translate: `0 ${startPx}px` }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <div className={styles.blockHead}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          {state.kind === 'running' ? <Ring size={12} /> : <Dot kind={markOf(state)} />}
          <span className={cx('semi', 'cut')} title={host}>
            {host}
          </span>
          <span className={cx('num', styles.state, wentWrong(state) && styles.wrong)}>{stateWords(state, nowMs)}</span>
        </button>
        {hasErrors && <Tag>stderr</Tag>}
        {!isSilent && (
          <IconButton size="inline" icon="copy" label={`Copy output of ${host}`} onClick={() => void copy()} />
        )}
      </div>
      {isOpen && why !== undefined && <p className={styles.why}>{why}</p>}
      {isOpen && (why === undefined || !isSilent) && (
        <OutputText label={`Output of ${host}`} buffer={buffer} silence={silenceWords(state)} />
      )}
    </li>
  );
}
