import { useEffect, useState } from 'react';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Ring } from '../../../ui/plain/Waiting.tsx';
import { Dot } from '../../../ui/StateMark.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useStore } from '../../../ui/useStore.ts';
import { OutputText } from '../../command/page/OutputText.tsx';
import { useOutput, useStates } from '../../command/page/usePaced.ts';
import { markOf, outputText, silenceLabel, stateLabel } from '../../command/run/commandMessages.ts';
import type { CommandRun } from '../../command/run/CommandRun.ts';
import { reasonOf, wentWrong, type NodeState } from '../../command/run/nodeState.ts';
import type { OutputBuffer } from '../../command/run/OutputBuffer.ts';
import { OUTPUT_BYTES_MAX, type StoredOutput } from '../session/StoredOutput.ts';
import styles from './Cards.module.css';
import { useAssist } from './parts.ts';

type Explain = { onExplain: (title: string, text: string) => void };

const waiting: NodeState = { kind: 'waiting' };

/** A server on which the command runs, or has run while this page was open. */
export function LiveOutput({ run, id, host, onExplain }: Explain & { run: CommandRun; id: string; host: string }) {
  const state = useStates(run).get(id) ?? waiting;
  return <ServerOutput host={host} state={state} buffer={run.output(id)} onExplain={onExplain} />;
}

/** A server of an earlier run: its recording is read once this is rendered. */
export function PastOutput({ output, host, onExplain }: Explain & { output: StoredOutput; host: string }) {
  useEffect(() => output.want(), [output]);
  const state = useStore(output.state);
  return <ServerOutput host={host} state={state} buffer={output.buffer} past={output} onExplain={onExplain} />;
}

const CUT_NOTE = `Only the first ${OUTPUT_BYTES_MAX / 1024} KiB are shown`;

type Props = Explain & { host: string; state: NodeState; buffer: OutputBuffer; past?: StoredOutput };

function ServerOutput({ host, state, buffer, past, onExplain }: Props) {
  const { recordingHref } = useAssist();
  const [isOpen, setIsOpen] = useState(true);
  const output = useOutput(buffer);
  const nowMs = useNow(state.kind === 'running' ? 1000 : undefined);
  const isSilent = output.head.length === 0;
  const why = reasonOf(state);
  const isReading = past !== undefined && state.kind === 'waiting';
  const label = isReading ? 'reading the recording' : stateLabel(state, nowMs);
  const textOf = () => outputText(buffer.get()) + (past?.isCut ? `\n[${CUT_NOTE}]` : '');
  const text = () => [why, textOf()].filter(Boolean).join('\n');
  const isWrong = wentWrong(state);
  return (
    <li className={styles.output}>
      <div className={styles.outputHead}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          {state.kind === 'running' || isReading ? <Ring size={12} /> : <Dot kind={markOf(state)} />}
          <span className="strong cut" title={host}>
            {host}
          </span>
          <span className={cx('num small rigid', isWrong ? styles.wrong : 't3')}>{label}</span>
        </button>
        {isWrong && (
          <IconButton
            size="inline"
            icon="sparkles"
            label={`Explain the output of ${host}`}
            onClick={() => onExplain(`${host}, ${stateLabel(state, nowMs)}`, text())}
          />
        )}
        <IconButton
          size="inline"
          icon="copy"
          label={`Copy output of ${host}`}
          off={isSilent ? 'There is no output' : undefined}
          onClick={() => void copyWithToast(textOf(), `Output of ${host}`)}
        />
      </div>
      {isOpen && why !== undefined && <p className={cx(styles.why, styles.wrong)}>{why}</p>}
      {isOpen && state.kind !== 'waiting' && (why === undefined || !isSilent) && (
        <OutputText label={`Output of ${host}`} buffer={buffer} silence={silenceLabel(state)} />
      )}
      {isOpen && past?.isCut && (
        <p className={styles.none}>
          {CUT_NOTE}.{' '}
          <a className="link" href={recordingHref(past.sid)} target="_blank" rel="noopener">
            Open the recording
          </a>
        </p>
      )}
    </li>
  );
}
