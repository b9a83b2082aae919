import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { StatusBar } from '../../../ui/StatusBar.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { type CommandDesk, commonLogins } from '../run/CommandDesk.ts';
import type { CommandHistory } from '../run/CommandHistory.ts';
import { progressLabel } from '../run/commandMessages.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { tally } from '../run/nodeState.ts';
import styles from './CommandPage.module.css';
import { PlanCard } from './PlanCard.tsx';
import { Results } from './Results.tsx';
import { RunCard } from './RunCard.tsx';
import { RunDialog } from './RunDialog.tsx';
import { RunFactor, type CommandFactorProps } from './RunFactor.tsx';
import { StopDialog } from './StopDialog.tsx';
import { useStates } from './usePaced.ts';

type Props = {
  desk: CommandDesk;
  history: CommandHistory;
  /** Ids of the servers in the address. */
  ids: readonly string[];
  /** `again`: the previous ones stay one step back in the browser's history. */
  onIds: (ids: readonly string[], how: 'changed' | 'again') => void;
  onBack: () => void;
  FactorPrompt: ComponentType<CommandFactorProps>;
};

/** One command on chosen servers: the plan, and its results (streams §8). */
export function CommandPage({ desk, history, ids, onIds, onBack, FactorPrompt }: Props) {
  const servers = useStore(desk.servers);
  const run = useStore(desk.run);
  const [command, setCommand] = useState(history.typed);
  const [chosen, setChosen] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [question, setQuestion] = useState<'run' | 'stop'>();
  const [isPlanning, setIsPlanning] = useState(true);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => desk.want(ids), [desk, ids]);

  const nodes = ids.flatMap((id) => servers.nodes.get(id) ?? []);
  const missing = servers.kind === 'read' ? ids.filter((id) => !servers.nodes.has(id)) : [];
  const logins = commonLogins(nodes);
  const login = logins.find((candidate) => candidate === chosen) ?? logins[0];
  const hostOf = useCallback((id: string): string => servers.nodes.get(id)?.hostname ?? id, [servers.nodes]);

  const write = (text: string) => {
    setCommand(text);
    setFault(undefined);
    history.type(text);
  };
  const begin = (task: { command: string; login: string }, on: readonly string[]) => {
    setQuestion(undefined);
    if (!desk.start(task, on))
      return setFault('The command is too long. Save it as a script on the servers and run the script');
    history.ran(task.command);
    setIsPlanning(false);
    scroller.current?.scrollTo({ top: 0 });
  };
  const found = nodes.map(({ id }) => id);
  const start = () => login !== undefined && begin({ command, login }, found);
  const without = (out: readonly string[]) => ids.filter((id) => !out.includes(id));
  const ask = () => (nodes.length > 1 ? setQuestion('run') : start());
  const again = (on: readonly string[], { task }: CommandRun) => {
    onIds(on, 'again');
    begin(task, on);
  };

  return (
    <div className="stack grow fill">
      <header className={styles.head}>
        <h1 className="title">Run a command</h1>
        <span className="grow" />
        <Button icon="arrow-left" onClick={onBack}>
          Servers
        </Button>
      </header>
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.column}>
          {servers.kind === 'failed' && (
            <ErrorNote
              what="Could not load the servers"
              {...describeFailure(servers.error)}
              safe="Nothing was run and your command is kept"
              actions={<Button onClick={() => void desk.load(ids)}>Try again</Button>}
            />
          )}
          {run && !isPlanning ? (
            <RunCard
              run={run}
              hostOf={hostOf}
              onStop={() => setQuestion('stop')}
              onEdit={() => {
                write(run.task.command);
                setIsPlanning(true);
              }}
              onAgain={(on) => again(on, run)}
            />
          ) : servers.kind === 'reading' && nodes.length === 0 && ids.length > 0 ? (
            <Waiting>Loading servers</Waiting>
          ) : (
            <PlanCard
              nodes={nodes}
              missing={missing}
              command={command}
              login={login}
              history={history}
              fault={fault}
              onCommand={write}
              onLogin={setChosen}
              onRemove={(out) => onIds(without(out), 'changed')}
              onRun={ask}
            />
          )}
          {run && <Results key={run.startedMs} run={run} history={history} hostOf={hostOf} scroller={scroller} />}
        </div>
      </div>
      {run ? <RunStatus run={run} /> : <PlanStatus />}
      {run && <RunFactor run={run} Prompt={FactorPrompt} />}
      {question === 'run' && login !== undefined && (
        <RunDialog
          command={command}
          login={login}
          servers={nodes.length}
          onRun={start}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {question === 'stop' && run && (
        <StopDialog run={run} onKeep={() => setQuestion(undefined)} onOver={() => setQuestion(undefined)} />
      )}
    </div>
  );
}

function PlanStatus() {
  return <StatusBar keys={[{ keys: ['Ctrl+Enter'], hint: 'run' }]}>Nothing has been run yet</StatusBar>;
}

/** Changes in steps, since screen readers read each change. */
function RunStatus({ run }: { run: CommandRun }) {
  const states = useStates(run);
  return <StatusBar keys={[{ keys: ['↑', '↓'], hint: 'servers' }]}>{progressLabel(tally(states.values()))}</StatusBar>;
}
