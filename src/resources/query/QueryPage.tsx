import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { QueryTarget } from '../../api/databases.ts';
import { typedText } from '../../lib/typedText.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { fileNameOf } from '../../ui/plain/saveFile.ts';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { toasts } from '../../ui/toasts.ts';
import { FULL, PHONE, useMedia } from '../../ui/useMedia.ts';
import { useStore } from '../../ui/useStore.ts';
import { SQL_CHARS_MAX } from '../../wire/query/messages.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import type { SqlHandle } from './editor/SqlEditor.tsx';
import { textToRun } from './editor/statementAt.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LeaveQueryDialog } from './LeaveQueryDialog.tsx';
import { ConnectionNote, NewSessionNote, offText, stateText } from './QueryCover.tsx';
import { QueryHead } from './QueryHead.tsx';
import type { QueryHistory } from './QueryHistory.ts';
import styles from './QueryPage.module.css';
import { QueryTools, type RowLimit } from './QueryTools.tsx';
import { ResultsArea } from './results/ResultsArea.tsx';
import { SchemaPanel } from './SchemaPanel.tsx';
import type { QuerySession } from './session/QuerySession.ts';
import { SplitView } from './SplitView.tsx';
import { useQueryDraft } from './useQueryDraft.ts';

const editor = lazyComponent(() => import('./editor/SqlEditor.tsx'), {
  name: 'The editor',
  waiting: <Waiting>Loading the editor</Waiting>,
});

const GROUP = 'Query console';

const refuse = (text: string): void => void toasts.show({ text, isWarning: true });

type Props = {
  session: QuerySession;
  target: QueryTarget;
  username: string;
  history: QueryHistory;
  backTo: string;
  /** Shown over the page while the server waits for a second factor. */
  factor: ReactNode;
};

/** Queries on one database: the text, the running statement, and the results. */
export function QueryPage({ session, target, username, history, backTo, factor }: Props) {
  const state = useStore(session.state);
  const server = useStore(session.server);
  const transaction = useStore(session.transaction);
  const isNewSession = useStore(session.isNewSession);
  const run = useStore(session.results.run);
  const draft = useQueryDraft(username, target);
  const [rowLimit, setRowLimit] = useState<RowLimit>(1000);
  const [showsHistory, setShowsHistory] = useState(false);
  const [asksDisconnect, setAsksDisconnect] = useState(false);
  const [hidesTables, setHidesTables] = useState(false);
  const code = useRef<SqlHandle>(null);
  const earlyText = useRef(''); // typed before the editor has loaded
  const page = useRef<HTMLDivElement>(null);
  const reconnect = useRef<HTMLButtonElement>(null);
  const isWide = useMedia(FULL);
  const isPhone = useMedia(PHONE);
  const protocol = server?.protocol;
  const guard = useLeaveGuard(useCallback(() => session.isBusy, [session]));

  const runText = useCallback(
    (scope: 'statement' | 'all' | 'plan') => {
      const text = code.current?.text();
      const { kind } = session.state.get();
      if (kind === 'running') return refuse('Wait until the statement has ended');
      if (kind === 'ended') return refuse('Not connected. Reconnect to run statements.');
      if (text === undefined || !protocol || kind !== 'ready') return refuse('Not connected yet');
      const selection = code.current?.selection() ?? { from: 0, to: 0 };
      const statement = scope === 'all' ? { text, start: 0 } : textToRun(text, selection, protocol);
      if (!statement || statement.text.trim() === '') return refuse('There is no statement to run');
      if (statement.text.length > SQL_CHARS_MAX) return refuse('The text is too long. Run a part of it.');
      history.add(statement.text, Date.now());
      session.run({ sql: statement.text, start: statement.start, rowLimit, isExplain: scope === 'plan' });
    },
    [session, history, protocol, rowLimit],
  );

  const keys = useMemo(
    (): readonly KeyAction[] => [
      { label: 'Run the statement', group: GROUP, keys: ['Ctrl+Enter'], run: () => runText('statement') },
      { label: 'Run all statements', group: GROUP, keys: ['Ctrl+Shift+Enter'], run: () => runText('all') },
      {
        label: 'Text or results',
        group: GROUP,
        keys: ['F6'],
        run: () => {
          const grid = page.current?.querySelector<HTMLElement>('[role=grid]');
          if (grid && document.activeElement !== grid) grid.focus();
          else code.current?.focus();
        },
      },
      { label: 'Cancel the statement', group: GROUP, keys: ['Esc'], handled: false },
    ],
    [runText],
  );
  useKeys(keys);
  const insert = (text: string) => code.current?.insert(text);

  const failure = run?.failure;
  const mark = useMemo(
    () =>
      run && failure?.position !== undefined
        ? { sql: run.sql, start: run.start, offset: run.start + failure.position, message: failure.message }
        : undefined,
    [run?.id, run?.start, failure], // oxlint-disable-line react/exhaustive-deps -- rows that come do not move it
  );
  useEffect(() => history.follow(), [history]);
  // At first, and when the focused button is gone: Disconnect, Reconnect, Roll back, Dismiss.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    if (reconnect.current) reconnect.current.focus();
    else if (code.current && !isPhone) code.current.focus();
    else page.current?.focus({ preventScroll: true });
  }, [state.kind, transaction, isNewSession, asksDisconnect, isPhone]);

  return (
    <div
      ref={page}
      tabIndex={-1}
      className={styles.page}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) session.cancel();
        if (code.current || event.target !== page.current) return;
        const typed = typedText(event.nativeEvent)?.replace('\r', '\n') ?? '';
        earlyText.current = typed === '\x7f' ? earlyText.current.slice(0, -1) : earlyText.current + typed;
      }}
    >
      <title>{`${target.clusterId} • ${target.databaseName} • Query`}</title>
      <QueryHead
        session={session}
        target={target}
        backTo={backTo}
        onCommand={(sql) => session.run({ sql, start: 0, rowLimit })}
        onDisconnect={() => (session.isBusy ? setAsksDisconnect(true) : session.disconnect())}
      />
      <QueryTools
        session={session}
        rowLimit={rowLimit}
        onRowLimit={setRowLimit}
        onRun={runText}
        onHistory={() => setShowsHistory(!showsHistory)}
        onTables={isWide ? () => setHidesTables(!hidesTables) : undefined}
        showsTables={!hidesTables}
      />
      <ConnectionNote state={state} target={target} button={reconnect} onConnect={() => session.connect()} />
      {isNewSession && <NewSessionNote onDismiss={() => session.acceptNewSession()} />}
      {draft.isUnsaved && (
        <div className={styles.note}>
          <Note kind="warn" title="The text is not kept.">
            This browser has no room for it. Copy the text before you leave the page.
          </Note>
        </div>
      )}
      <div className="flex fill rel clip">
        {isWide && !hidesTables && protocol && <SchemaPanel session={session} protocol={protocol} onInsert={insert} />}
        <SplitView
          label="Height of the text"
          above={
            draft.text !== undefined && (
              <editor.Part
                protocol={protocol ?? 'postgres'}
                text={draft.text}
                isPhone={isPhone}
                tables={session.tables}
                mark={mark}
                onChange={draft.change}
                onRun={runText}
                onEscape={() => session.cancel()}
                onReady={(handle) => {
                  code.current = handle;
                  // Until the editor was there the page held the focus for it.
                  if (document.activeElement === page.current && !isPhone) handle.focus();
                  if (earlyText.current !== '') handle.insert(earlyText.current);
                  earlyText.current = '';
                }}
              />
            )
          }
          below={
            <ResultsArea
              run={run}
              isRunning={state.kind === 'running'}
              off={offText(state)}
              rowLimit={rowLimit}
              fileName={fileNameOf(`${target.databaseName}-${target.database}`)}
              onMore={(set) => session.more(set, rowLimit)}
              onCloseSet={(set) => session.closeSet(set)}
            />
          }
        />
        {showsHistory && <HistoryPanel history={history} onInsert={insert} onClose={() => setShowsHistory(false)} />}
      </div>
      {factor}
      <p className="vh" role="status">
        {stateText(state, target)}
      </p>
      {guard.state === 'blocked' && (
        <LeaveQueryDialog session={session} act="Leave" onStay={() => guard.reset()} onLeave={() => guard.proceed()} />
      )}
      {asksDisconnect && (
        <LeaveQueryDialog
          session={session}
          act="Disconnect"
          onStay={() => setAsksDisconnect(false)}
          onLeave={() => setAsksDisconnect(false)}
        />
      )}
    </div>
  );
}
