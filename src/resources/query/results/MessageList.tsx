import { plural } from '../../../lib/numbers.ts';
import { visibleLine, visibleText } from '../../../lib/visibleText.ts';
import { Note } from '../../../ui/plain/Note.tsx';
import type { QueryRun, ResultSet } from '../session/queryState.ts';
import styles from './Results.module.css';

/** `12 ms`, `3.2 s`. */
export const workTime = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

const factsOf = ({ command, count, ms }: ResultSet): string =>
  [command, count === undefined ? undefined : plural(count, 'row'), ms === undefined ? undefined : workTime(ms)]
    .filter((fact) => fact !== undefined)
    .join(' · ');

/** The output of a run besides rows: commands, notices of the server, and why it stopped. */
export function MessageList({ run }: { run: QueryRun }) {
  const { failure, notices, sets, isCancelled, isCut } = run;
  return (
    <div className={styles.messages}>
      {failure && (
        <Note kind="danger" title="The statement failed.">
          <bdi className={styles.serverText}>{visibleText(failure.message)}</bdi>
          {failure.detail !== undefined && <p className={styles.serverText}>{visibleText(failure.detail)}</p>}
          {failure.hint !== undefined && (
            <p className={styles.serverText}>Hint of the server: {visibleText(failure.hint)}</p>
          )}
          {failure.code !== undefined && <p className="t3 small">Code {visibleLine(failure.code)}</p>}
        </Note>
      )}
      {isCancelled && (
        <Note title="Stopped.">The statement was cancelled. Earlier statements of the text have run.</Note>
      )}
      {isCut && (
        <Note kind="warn" title="Not everything is shown.">
          This page has no room for more results. Narrow the query, or run fewer statements at once.
        </Note>
      )}
      {sets.length > 0 && (
        <ol className="grid g4 num t2">
          {sets.map((set) => (
            <li key={set.set}>{visibleLine(factsOf(set))}</li>
          ))}
        </ol>
      )}
      {notices.length > 0 && (
        <ul className={styles.notices}>
          {notices.map(({ severity, message }, index) => (
            <li key={index}>
              <span className="strong">{visibleLine(severity)}</span> <bdi>{visibleText(message)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
