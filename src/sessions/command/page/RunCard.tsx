import { plural } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { CommandRun } from '../run/CommandRun.ts';
import { tally, wentWrong } from '../run/nodeState.ts';
import styles from './Card.module.css';
import { ServerChips } from './ServerChips.tsx';
import { useStates } from './usePaced.ts';

type Props = {
  run: CommandRun;
  hostOf: (id: string) => string;
  onStop: () => void;
  onEdit: () => void;
  onAgain: (ids: readonly string[]) => void;
};

/** The focused form is gone, so the heading gets the focus. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** The running or finished command, read-only. */
export function RunCard({ run, hostOf, onStop, onEdit, onAgain }: Props) {
  const states = useStates(run);
  const { over, total } = tally(states.values());
  const failed = [...states].filter(([, state]) => wentWrong(state)).map(([id]) => id);
  return (
    <section className={styles.card} aria-label="Command">
      <header className={styles.head}>
        <h2 ref={takeFocus} tabIndex={-1}>
          Command on {plural(total, 'server')}
        </h2>
        <span className="t2 small">
          started <Time date={new Date(run.startedMs)} show="time" />
        </span>
        <span className="grow" />
        {over < total ? (
          <Button icon="x" onClick={onStop}>
            Stop
          </Button>
        ) : (
          <>
            {failed.length > 0 && failed.length < total && (
              <Button icon="rotate-ccw" onClick={() => onAgain(failed)}>
                {`Run again on ${failed.length} failed`}
              </Button>
            )}
            <Button icon="rotate-ccw" onClick={() => onAgain(run.ids)}>
              Run again
            </Button>
            <Button onClick={onEdit}>Edit</Button>
          </>
        )}
      </header>
      <dl className={styles.facts}>
        <dt>Servers</dt>
        <dd>
          <ServerChips servers={run.ids.map((id) => ({ id, host: hostOf(id) }))} />
        </dd>
        <dt>Command</dt>
        <dd>
          <pre className={styles.ran}>{run.task.command}</pre>
        </dd>
        <dt>Login</dt>
        <dd>
          <code>{run.task.login}</code>
        </dd>
      </dl>
    </section>
  );
}
