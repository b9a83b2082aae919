import { memo, type ReactNode } from 'react';
import { formatBytes, formatBytesOf } from '../../../lib/numbers.ts';
import { formatDateTime, formatDuration, formatTime, type Zone } from '../../../lib/dates.ts';
import { visibleLine } from '../../../lib/visibleText.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon, type IconName } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Ring } from '../../../ui/plain/Waiting.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { zone } from '../../../ui/zone.ts';
import { failureSentence } from './failureMessages.ts';
import { leftMs } from './throughput.ts';
import styles from './TransferRow.module.css';
import { remotePath, shownName, type Conflict, type Transfer, type TransferState } from './transferItem.ts';
import type { Transfers } from './Transfers.ts';

type Props = {
  transfer: Transfer;
  transfers: Transfers;
  /** The number of transfers that ask about an existing name. */
  asking: number;
};

/** One file and its transfer state. */
export const TransferRow = memo(function TransferRow({ transfer, transfers, asking }: Props) {
  const { id, state, request } = transfer;
  const name = visibleLine(shownName(request));
  return (
    <li className={cx(styles.row, state.kind === 'needsAnswer' && styles.needsAnswer)}>
      <div className={styles.line}>
        <Mark state={state} />
        <span className={cx(styles.name, 'cut')} title={visibleLine(remotePath(request))}>
          {name}
        </span>
        <Facts transfer={transfer} />
        <RowActs transfer={transfer} transfers={transfers} name={name} />
      </div>
      {'sizeBytes' in state && state.kind !== 'done' && state.sizeBytes !== undefined && (
        <div className={styles.bar}>
          <Progress
            label={`${request.direction === 'upload' ? 'Uploading' : 'Downloading'} ${name}`}
            done={state.kind === 'running' ? state.doneBytes : 0}
            failed={state.kind === 'running' ? 0 : state.doneBytes}
            total={state.sizeBytes}
          />
        </div>
      )}
      {state.kind === 'failed' && (
        <p className={styles.why} role="alert">
          {failureSentence(state)}
        </p>
      )}
      {state.kind === 'needsAnswer' && request.direction === 'upload' && (
        <Question
          conflict={state.conflict}
          file={request.isFolder ? undefined : request}
          asking={asking}
          answer={(how, forAll) => transfers.answer(id, how, forAll)}
        />
      )}
    </li>
  );
});

const MARKS = {
  needsAnswer: ['triangle-alert', 'warn'],
  needsFolders: ['triangle-alert', 'warn'],
  requested: ['hourglass', 'quiet'],
  waits: ['hourglass', 'quiet'],
  denied: ['ban', 'danger'],
  failed: ['circle-x', 'danger'],
  cancelled: ['ban', 'quiet'],
  done: ['check', 'ok'],
} as const satisfies Partial<Record<TransferState['kind'], [IconName, string]>>;

function Mark({ state: { kind } }: { state: TransferState }) {
  if (kind === 'running' || kind === 'checking' || kind === 'proving') return <Ring size={14} />;
  const [icon, tone] = MARKS[kind];
  return <Icon name={icon} size={14} className={styles[tone]} />;
}

function Facts({ transfer: { state, request, approvers } }: { transfer: Transfer }) {
  const shownZone = useStore(zone);
  const time = (ms: number) => formatTime(new Date(ms), shownZone);
  const isFolder = request.direction === 'upload' && request.isFolder;
  const amount = request.direction === 'upload' && !isFolder && formatBytes(request.sizeBytes);
  const size = amount ? `, ${amount}` : '';
  const words = (): ReactNode => {
    switch (state.kind) {
      case 'checking':
        return 'Checking for existing files…';
      case 'needsAnswer':
        return amount;
      case 'needsFolders':
        return `Waiting for its folder${size}`;
      case 'requested':
        return `Waiting for approval${state.approvers.length > 0 ? `, approved by ${state.approvers.join(', ')}` : ''}`;
      case 'denied':
        return `denied, ${time(state.atMs)}`;
      case 'waits':
        return `Waiting${size}`;
      case 'proving':
        return 'Waiting for your security key';
      case 'running':
        return isFolder ? 'creating' : runningLabel(state);
      case 'failed':
        return 'failed';
      case 'cancelled':
        return 'cancelled';
      case 'done':
        return `${isFolder ? 'folder' : formatBytes(state.sizeBytes)}, ${approvers.length > 0 ? `approved by ${approvers.join(', ')}, ` : ''}${time(state.atMs)}`;
    }
  };
  return <span className={cx(styles.facts, 'num', state.kind === 'denied' && styles.danger)}>{words()}</span>;
}

function runningLabel({ doneBytes, sizeBytes, pace }: Extract<TransferState, { kind: 'running' }>): string {
  const amount = sizeBytes === undefined ? formatBytes(doneBytes) : formatBytesOf(doneBytes, sizeBytes);
  const speed = pace.bytesPerS === undefined ? [] : [`${formatBytes(pace.bytesPerS)}/s`];
  const ms = leftMs(pace, doneBytes, sizeBytes);
  // All bytes are sent, and the server is still writing.
  if (sizeBytes !== undefined && doneBytes >= sizeBytes && sizeBytes > 0) return `${amount}, finishing`;
  return [amount, ...speed, ...(ms === undefined ? [] : [`${formatDuration(Math.max(1000, ms))} left`])].join(', ');
}

function RowActs({ transfer: { id, state }, transfers, name }: Omit<Props, 'asking'> & { name: string }) {
  switch (state.kind) {
    case 'needsAnswer':
    case 'needsFolders':
      return null;
    case 'requested':
      return (
        <Button kind="quiet" size="inline" onClick={() => transfers.cancel(id)}>
          Withdraw
        </Button>
      );
    case 'checking':
    case 'waits':
    case 'proving':
    case 'running':
      return <IconButton size="inline" icon="x" label={`Cancel ${name}`} onClick={() => transfers.cancel(id)} />;
    case 'failed':
    case 'cancelled':
      return (
        <>
          <Button size="inline" onClick={() => transfers.retry(id)}>
            Retry
          </Button>
          <Remove name={name} onClick={() => transfers.remove(id)} />
        </>
      );
    case 'denied':
    case 'done':
      return <Remove name={name} onClick={() => transfers.remove(id)} />;
  }
}

const Remove = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <IconButton size="inline" icon="x" label={`Remove ${name} from the list`} onClick={onClick} />
);

type QuestionProps = {
  conflict: Conflict;
  /** Undefined: a folder, which does not replace a file. */
  file: { sizeBytes: number; changedAtMs: number } | undefined;
  asking: number;
  answer: (how: 'replace' | 'rename' | 'skip', forAll: boolean) => void;
};

function Question({ conflict, file, asking, answer }: QuestionProps) {
  const { kind, freeName } = conflict;
  const shownZone = useStore(zone);
  return (
    <div className={styles.question} role="alert">
      <p>
        {conflictMessage(conflict, shownZone)}
        {file &&
          ` Your file has ${formatBytes(file.sizeBytes)}, changed ${formatDateTime(new Date(file.changedAtMs), shownZone)}.`}
      </p>
      <div className={styles.choices}>
        {kind !== 'directory' && file && (
          <Button size="inline" onClick={() => answer('replace', false)}>
            Replace it
          </Button>
        )}
        <Button size="inline" onClick={() => answer('rename', false)}>
          Upload as {freeName}
        </Button>
        <Button size="inline" kind="quiet" onClick={() => answer('skip', false)}>
          Skip
        </Button>
      </div>
      {asking > 1 && (
        <div className={styles.choices}>
          <span className={styles.all}>For all {asking}:</span>
          <Button size="inline" kind="quiet" onClick={() => answer('replace', true)}>
            Replace
          </Button>
          <Button size="inline" kind="quiet" onClick={() => answer('rename', true)}>
            Keep both
          </Button>
          <Button size="inline" kind="quiet" onClick={() => answer('skip', true)}>
            Skip
          </Button>
        </div>
      )}
    </div>
  );
}

function conflictMessage({ kind, sizeBytes, changedAtMs }: Conflict, shownZone: Zone): string {
  switch (kind) {
    case 'file': {
      const facts = [
        ...(sizeBytes === undefined ? [] : [formatBytes(sizeBytes)]),
        ...(changedAtMs === undefined ? [] : [`changed ${formatDateTime(new Date(changedAtMs), shownZone)}`]),
      ];
      return `A file of this name already exists${facts.length > 0 ? `: ${facts.join(', ')}` : ''}.`;
    }
    case 'directory':
      return 'A folder of this name already exists.';
    case 'unknown':
      return 'The server did not list the whole folder. A file of this name may already exist.';
  }
}
