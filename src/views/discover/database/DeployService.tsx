import { useState } from 'react';
import { findDatabase } from '../../../api/newDatabases.ts';
import { LabelChip } from '../../../ui/Chips.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import { serverOf, type FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import { JoinCommand } from '../parts/JoinCommand.tsx';
import { takeLabels, type Labels, type LabelValues } from '../parts/labels.ts';
import { LabelsField } from '../parts/LabelsField.tsx';
import styles from '../parts/parts.module.css';
import { PollStatus, SERVICE_HINTS } from '../parts/PollStatus.tsx';
import { StepBody } from '../parts/StepBody.tsx';
import { useJoinToken } from '../parts/useJoinToken.ts';
import { usePoll } from '../parts/usePoll.ts';
import { deployCommand } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';
import { matchesLabels } from './register.ts';

const toMatchers = (labels: Labels) => Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, [value]]));

/** The command that installs a database service, and whether the service serves the database. */
export function DeployService({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { values, env, setValues } = flow;
  const { registered, matchers, newMatcher, isLocked = false, isServed = false } = values;
  const [fault, setFault] = useState<string>();
  const labels = registered?.labels ?? [];
  const name = registered?.name ?? '';
  const required = toMatchers(matchers);
  const change = (patch: Partial<LabelValues>) =>
    setValues({
      ...(patch.labels && { matchers: patch.labels }),
      ...('newLabel' in patch && { newMatcher: patch.newLabel }),
    });
  const token = useJoinToken(flow, isLocked && !isServed ? { role: 'Db', matchers: required } : undefined);
  const poll = usePoll(
    isLocked && !isServed && token.join ? `database ${name}` : undefined,
    (signal) => findDatabase(env.clusterId, name, signal),
    () => setValues({ isServed: true }),
  );
  useReady(flow, isServed ? true : 'Next opens when a database service serves the database');
  const generate = () => {
    const labelsTaken = takeLabels({ labels: matchers, newLabel: newMatcher }, change);
    if (!labelsTaken) return;
    const wrong = Object.keys(labelsTaken).length === 0 || !matchesLabels(toMatchers(labelsTaken), labels);
    setFault(wrong ? 'These labels do not match those of the database' : undefined);
    if (wrong) return;
    setValues({ isLocked: true });
    token.ask();
  };
  return (
    <StepBody
      title="Deploy a database service"
      about="The service connects the cluster with the database. Run the command on a machine that reaches both."
    >
      <section className="stack g6" aria-label={`Labels of ${name}`}>
        <h3 className={styles.subtitle}>{`Labels of ${name}`}</h3>
        <div className="row g6 wrap">
          {labels.length === 0 && <span className="t2">None</span>}
          {labels.map((label) => (
            <LabelChip key={label.name} name={label.name} value={label.value} />
          ))}
        </div>
      </section>
      {isLocked || labels.length === 0 ? (
        <p className="t2">
          {`The service serves databases with the labels ${Object.entries(matchers)
            .map(([key, value]) => `${key}: ${value}`)
            .join(', ')}.`}
        </p>
      ) : (
        <LabelsField
          title="Databases that the service serves"
          help="Enter * for any name or any value"
          labels={matchers}
          form={newMatcher}
          onChange={change}
        />
      )}
      {fault !== undefined && <Note kind="danger" title={`${fault}.`} />}
      {!isServed && (
        <div>
          {isLocked ? (
            <Button size="form" onClick={() => setValues({ isLocked: false, join: undefined })}>
              Edit
            </Button>
          ) : (
            <Button kind="primary" size="form" onClick={generate}>
              Generate command
            </Button>
          )}
        </div>
      )}
      {isLocked && !isServed && (
        <JoinCommand token={token} command={(secret) => deployCommand(serverOf(env).origin, secret)} />
      )}
      {(isLocked || isServed) && (
        <PollStatus
          poll={{ ...poll, hit: isServed || undefined }}
          waiting="Waiting for the database service"
          done={`A database service serves ${name}`}
          hintsTitle="This usually takes under a minute. Check on the machine:"
          hints={SERVICE_HINTS}
        />
      )}
    </StepBody>
  );
}
