import type { Ref } from 'react';
import { askAssist, hasAssist } from '../../../api/assistRequests.ts';
import { plural } from '../../../lib/numbers.ts';
import { Tag } from '../../../ui/Chips.tsx';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Ring } from '../../../ui/plain/Waiting.tsx';
import { Dot } from '../../../ui/StateMark.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { endLabel, markOf, outputText, silenceLabel, stateLabel } from '../run/commandMessages.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { reasonOfEntry, serversOf, type Entry } from '../run/entries.ts';
import { wentWrong, type NodeState } from '../run/nodeState.ts';
import { OutputText } from './OutputText.tsx';
import styles from './Results.module.css';
import { ServerChips } from './ServerChips.tsx';
import { useOutput } from './usePaced.ts';

type Props = {
  ref: Ref<HTMLLIElement>;
  index: number;
  count: number;
  startPx: number;
  run: CommandRun;
  entry: Entry;
  hostOf: (id: string) => string;
  isOpen: boolean;
  onToggle: () => void;
  onSave: (entry: Entry) => void;
};

/** The number of names in the head of a group. More do not fit on its line. */
const NAMES_SHOWN = 24;

/** One server, or several with the same end: the state of the command there, and the output. */
export function ResultBlock(props: Props) {
  const { ref, index, count, startPx, run, entry, hostOf, isOpen, onToggle, onSave } = props;
  const ids = serversOf(entry);
  const hosts = ids.map(hostOf);
  const isOne = ids.length === 1;
  const state: NodeState = entry.kind === 'waiting' ? { kind: 'waiting' } : entry.state;
  const title = isOne ? (hosts[0] ?? '') : plural(ids.length, 'server');
  const buffer = run.output(ids[0] ?? '');
  const output = useOutput(buffer);
  const nowMs = useNow(state.kind === 'running' ? 1000 : undefined);
  const why = reasonOfEntry(entry, (id) => [hostOf(id), id]);
  const hasErrors = [...output.head, ...output.tail].some(({ source }) => source === 'stderr');
  const isSilent = output.head.length === 0;
  const copy = () => copyWithToast(outputText(buffer.get()), `Output of ${title}`);
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
          <span className={cx('semi', isOne ? 'cut' : styles.several)} title={isOne ? title : undefined}>
            {title}
          </span>
          <span className={cx('num rigid t2', wentWrong(state) && styles.wrong)}>
            {isOne ? stateLabel(state, nowMs) : endLabel(state)}
          </span>
          {!isOne && !isOpen && <span className="cut t2 small">{hosts.slice(0, NAMES_SHOWN).join(', ')}</span>}
        </button>
        {entry.kind === 'group' && entry.differs && <Tag>differs</Tag>}
        {hasErrors && <Tag>stderr</Tag>}
        {wentWrong(state) && hasAssist() && (
          <IconButton
            size="inline"
            icon="sparkles"
            label={`Explain the output of ${title}`}
            onClick={() =>
              askAssist('Explain this output.', {
                kind: 'output',
                title: `${title}, ${endLabel(state)}`,
                text: [`$ ${run.task.command}`, why, outputText(buffer.get())].filter(Boolean).join('\n'),
              })
            }
          />
        )}
        {!isSilent && (
          <>
            <IconButton size="inline" icon="copy" label={`Copy output of ${title}`} onClick={() => void copy()} />
            <IconButton size="inline" icon="download" label={`Save output of ${title}`} onClick={() => onSave(entry)} />
          </>
        )}
      </div>
      {isOpen && !isOne && (
        <div className={styles.names}>
          <ServerChips servers={ids.map((id) => ({ id, host: hostOf(id) }))} />
        </div>
      )}
      {isOpen && why !== undefined && <p className={styles.why}>{why}</p>}
      {isOpen && entry.kind !== 'waiting' && (why === undefined || !isSilent) && (
        <OutputText label={`Output of ${title}`} buffer={buffer} silence={silenceLabel(state)} />
      )}
    </li>
  );
}
