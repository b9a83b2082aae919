import type { Ref } from 'react';
import type { QueryTarget } from '../../api/databases.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import styles from './QueryPage.module.css';
import type { QueryEnding, QueryState } from './session/queryState.ts';

type Props = { state: QueryState; target: QueryTarget; button: Ref<HTMLButtonElement>; onConnect: () => void };

/** A note above the text, which stays visible: why no statement can run now. */
export function ConnectionNote({ state, target, button, onConnect }: Props) {
  if (state.kind === 'connecting')
    return (
      <div className={styles.note}>
        <Waiting>{stateText(state, target)}</Waiting>
      </div>
    );
  if (state.kind !== 'ended') return null;
  const { reason } = state;
  return (
    <div className={styles.note}>
      <Note
        kind={reason.kind === 'left' ? 'info' : 'warn'}
        title={TITLES[reason.kind]}
        actions={
          <Button ref={button} icon="plug" onClick={onConnect}>
            Reconnect
          </Button>
        }
      >
        {endingText(reason)}
      </Note>
    </div>
  );
}

/** Shown until the user dismisses it, because the next statement may have another meaning in the new session. */
export const NewSessionNote = ({ onDismiss }: { onDismiss: () => void }) => (
  <div className={styles.note}>
    <Note kind="warn" title="This is a new session." actions={<Button onClick={onDismiss}>Dismiss</Button>}>
      The connection was lost and opened again. Settings, USE and temporary tables of the old session are gone.
    </Note>
  </div>
);

const TITLES: Readonly<Record<QueryEnding['kind'], string>> = {
  left: 'You have disconnected.',
  server: 'The session has ended.',
  refused: 'No session was opened.',
  lost: 'The connection was lost.',
  unreadable: 'The answer of the server cannot be read.',
};

const LEFT_OPEN = 'A statement that was running may have ended or not. An open transaction was rolled back.';

/** The server's words as a sentence of their own. */
const reported = (text: string): string => `The server reported: “${text}”${/[.!?]$/.test(text) ? '' : '.'}`;

function endingText(reason: QueryEnding): string {
  switch (reason.kind) {
    case 'left':
      return `${reason.rolledBack ? 'The open transaction was rolled back. ' : ''}The text and the loaded rows stay here.`;
    case 'lost':
      if (reason.retries) return 'Nothing was running. The console connects again when the network is back.';
      return [...(reason.why === undefined ? [] : [reported(reason.why)]), LEFT_OPEN].join(' ');
    case 'server':
      return `${reported(reason.text)}${reason.wasBusy ? ` ${LEFT_OPEN}` : ''}`;
    case 'refused':
      return reported(reason.text);
    case 'unreadable':
      return `${reason.text}. Reconnect, and report it if it happens again.`;
  }
}

/** Why no statement can run now. Undefined if one can run. */
export function offText({ kind }: QueryState): string | undefined {
  if (kind === 'running') return 'Wait until the statement has ended';
  return kind === 'ready' ? undefined : 'Not connected';
}

/** Announced to screen readers on every change. */
export function stateText(state: QueryState, { databaseName }: QueryTarget): string {
  switch (state.kind) {
    case 'connecting':
      return state.isAgain ? `Connecting to ${databaseName} again` : `Connecting to ${databaseName}`;
    case 'factor':
      return 'A second factor is needed';
    case 'ready':
      return `Connected to ${databaseName}`;
    case 'running':
      return state.work.isCancelling ? 'Stopping the statement' : 'The statement is running';
    case 'ended':
      return TITLES[state.reason.kind];
  }
}
