import { useEffect, useState } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { visibleText } from '../../../lib/visibleText.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { StateMark } from '../../../ui/StateMark.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { RunFactor } from '../../command/page/RunFactor.tsx';
import { ServerChips } from '../../command/page/ServerChips.tsx';
import { StopDialog } from '../../command/page/StopDialog.tsx';
import { useStates } from '../../command/page/usePaced.ts';
import { isOver } from '../../command/run/nodeState.ts';
import type { Execution } from '../session/blocks.ts';
import type { Conversation, LiveRun } from '../session/Conversation.ts';
import styles from './Cards.module.css';
import { useAssist } from './parts.ts';
import { busyReason, noRun } from './statusLabels.ts';
import { LiveOutput, PastOutput } from './ServerOutput.tsx';

type Props = { conversation: Conversation; execution: Execution };

/** A button shows further outputs, because each may be long. */
const SHOWN = 12;

/** The approved command, and the output of each server. */
export function RunCard({ conversation, execution }: Props) {
  const { FactorPrompt } = useAssist();
  const live = useStore(conversation.runs).get(execution.id);
  const { run, proposed, results } = execution;
  const names = useStore(conversation.hosts);
  const hostOf = (id: string): string => live?.hosts.get(id) ?? names.get(id) ?? id;
  const ids = live ? live.run.ids : results.map(({ nodeId }) => nodeId);
  const listed = ids.join(' ');
  useEffect(() => {
    if (!live && listed !== '') void conversation.wantHosts(listed.split(' '));
  }, [conversation, live, listed]);
  const hosts = run && run.nodes.length > 0 ? run.nodes : ids.map(hostOf);
  const command = run?.command ?? proposed?.proposal.command;
  return (
    <section className={styles.card} aria-label="Command that ran">
      <header className={styles.head}>
        <h3>Command on {plural(hosts.length, 'server')}</h3>
        {run ? (
          <StateMark kind="ok">
            Approved by {visibleText(run.approvedBy)}, <Time date={new Date(run.approvedAt)} show="time" />
          </StateMark>
        ) : (
          <StateMark kind="ended">Has run</StateMark>
        )}
        <span className="grow" />
        <Tools conversation={conversation} execution={execution} live={live} />
      </header>
      <dl className={styles.facts}>
        <dt>Servers</dt>
        <dd>
          <ServerChips servers={hosts.map((host, i) => ({ id: `${i}`, host }))} />
        </dd>
        {command !== undefined && (
          <>
            <dt>Command</dt>
            <dd>
              <pre className={styles.ran}>{visibleText(command)}</pre>
            </dd>
          </>
        )}
        {run && (
          <>
            <dt>Login</dt>
            <dd>
              <code>{run.login}</code>
            </dd>
          </>
        )}
      </dl>
      <Outputs conversation={conversation} execution={execution} live={live} hostOf={hostOf} />
      {live && <RunFactor run={live.run} Prompt={FactorPrompt} />}
    </section>
  );
}

type PartProps = Props & { live: LiveRun | undefined };

function Tools({ conversation, execution, live }: PartProps) {
  const [isAsking, setIsAsking] = useState(false);
  const activity = useStore(conversation.session.activity);
  const isRunning = useIsRunning(live);
  if (live && isRunning)
    return (
      <>
        <Button size="inline" icon="x" onClick={() => setIsAsking(true)}>
          Stop
        </Button>
        {isAsking && <StopDialog run={live.run} onKeep={() => setIsAsking(false)} onOver={() => setIsAsking(false)} />}
      </>
    );
  const off = busyReason(activity);
  return (
    <>
      {conversation.session.hasExtensions && (
        <Button kind="quiet" size="inline" off={off} onClick={() => conversation.session.summarize(execution.id)}>
          Summarize
        </Button>
      )}
      {(execution.run ?? execution.proposed) !== undefined && (
        <Button kind="quiet" size="inline" off={off} onClick={() => conversation.editAgain(execution)}>
          Edit and run again
        </Button>
      )}
    </>
  );
}

function useIsRunning(live: LiveRun | undefined): boolean {
  const states = useStates(live?.run ?? noRun);
  return [...states.values()].some((state) => !isOver(state));
}

function Outputs({ conversation, execution, live, hostOf }: PartProps & { hostOf: (id: string) => string }) {
  const [isWhole, setIsWhole] = useState(false);
  const explain = (title: string, text: string) =>
    conversation.draft.fill('Explain this output.', [{ kind: 'output', title, text }]);
  const rows = live
    ? live.run.ids.map((id) => <LiveOutput key={id} run={live.run} id={id} host={hostOf(id)} onExplain={explain} />)
    : execution.results.map((result) => (
        <PastOutput
          key={result.sessionId || result.nodeId}
          output={conversation.outputOf(result)}
          host={hostOf(result.nodeId)}
          onExplain={explain}
        />
      ));
  if (rows.length === 0) return <p className={styles.none}>No results are stored</p>;
  return (
    <>
      <ul className="line-t" aria-label="Results by server">
        {isWhole ? rows : rows.slice(0, SHOWN)}
      </ul>
      {rows.length > SHOWN && !isWhole && (
        <p className={styles.none}>
          <button type="button" className="link" onClick={() => setIsWhole(true)}>
            Show {plural(rows.length - SHOWN, 'more server')}
          </button>
        </p>
      )}
    </>
  );
}
