import type { ReactNode } from 'react';
import type { JoinReport } from '../../../api/joinTokens.ts';
import { formatDuration } from '../../../lib/dates.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Ring } from '../../../ui/plain/Waiting.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from './parts.module.css';
import type { Poll } from './usePoll.ts';

type Hint = { command: string; meaning: string };
export const SERVICE_HINTS: readonly Hint[] = [
  { command: 'systemctl status teleport', meaning: 'is the service running' },
  { command: 'journalctl -u teleport -n 30', meaning: 'what the service reports' },
];

type Props = {
  poll: Poll<unknown>;
  /** "Waiting for the server to join" */
  waiting: string;
  /** What was found: "Server web-1 has joined". */
  done: ReactNode;
  /** The check that is still running: "The gateway tries to reach it." */
  checking?: string | undefined;
  /** Why it cannot be used although it was found. */
  problem?: string | undefined;
  /** What to check if it takes long. */
  hints: readonly Hint[];
  hintsTitle?: string;
  /** Reports of the machine so far. */
  reports?: readonly JoinReport[];
};

/** Status below a command: waiting, waiting for long with hints, or done. */
export function PollStatus(props: Props) {
  const { poll, waiting, done, checking, problem, hints, hintsTitle, reports = [] } = props;
  const isWaiting = poll.hit === undefined;
  // The list below shows the report with the reason until the page is reloaded.
  const why = reports.some(({ text }) => text === problem) ? undefined : problem;
  const about = isWaiting ? 'The page looks every 3 seconds.' : (why ?? checking);
  return (
    <section className={styles.status} aria-label="Status">
      <div className={styles.state} role="status">
        <StateIcon isRunning={isWaiting || checking !== undefined} isProblem={problem !== undefined} />
        <div className="grow">
          <p className="strong">{isWaiting ? waiting : done}</p>
          {about !== undefined && <p className="t2">{about}</p>}
        </div>
        {isWaiting && <Elapsed sinceMs={poll.startedMs} />}
      </div>
      {reports.length > 0 && (
        <ul className={styles.reports} aria-label="Steps of the script">
          {reports.map(({ step, text, ok }, i) => (
            <li key={`${i} ${step}`} className={styles.report}>
              <Icon
                name={ok ? 'check' : 'circle-x'}
                size={14}
                className={ok ? 'ok-mark' : 'danger-mark'}
                label={ok ? 'Done' : 'Failed'}
              />
              <span className="breaks">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {isWaiting && poll.isLate && (
        <div className={styles.late}>
          <Icon name="triangle-alert" className="warn-mark" />
          <div className="grow">
            <p className="strong">{hintsTitle ?? 'This usually takes under a minute. Check on the server:'}</p>
            <dl>
              {hints.map(({ command, meaning }) => (
                <div key={command} className={styles.hint}>
                  <dt className="mono">{command}</dt>
                  <dd className="t2">{meaning}</dd>
                </div>
              ))}
            </dl>
          </div>
          <CopyButton size="toolbar" text={hints.map(({ command }) => command).join('\n')}>
            Copy all
          </CopyButton>
        </div>
      )}
    </section>
  );
}

function StateIcon({ isRunning, isProblem }: { isRunning: boolean; isProblem: boolean }) {
  if (isProblem) return <Icon name="triangle-alert" className="warn-mark" label="Warning" />;
  return isRunning ? <Ring /> : <Icon name="check" className="ok-mark" />;
}

const Elapsed = ({ sinceMs }: { sinceMs: number }) => (
  <span className="t3 num" aria-hidden>
    {formatDuration(useNow(1000) - sinceMs)}
  </span>
);
