import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { formatCount, plural } from '../../../lib/numbers.ts';
import { hasHidden, visibleParts, visibleText, withoutHidden } from '../../../lib/visibleText.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { AS_TYPED } from '../../../ui/plain/TextField.tsx';
import { StateMark } from '../../../ui/StateMark.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { RunDialog } from '../../command/page/RunDialog.tsx';
import { ServerChips } from '../../command/page/ServerChips.tsx';
import type { CommandPlan, PlanState, PlanView } from '../session/CommandPlan.ts';
import type { Conversation } from '../session/Conversation.ts';
import type { CommandEntry } from '../session/entries.ts';
import styles from './Cards.module.css';
import { useAssist } from './parts.ts';
import { busyReason } from './statusLabels.ts';

/** Of a narrow panel: some browsers do not size a field by its content. */
const LINE_CHARS = 40;

function loginHelp({ nodes, logins }: PlanView): string {
  if (nodes.length === 0) return '';
  if (nodes.length === 1) return 'Allowed by your roles on this server';
  const common = `${plural(logins.length, 'login')} ${logins.length === 1 ? 'is' : 'are'} common to all ${formatCount(nodes.length)}`;
  return logins.length > 1 && logins.includes('root') ? `${common}; root is offered last` : common;
}

/** Names the hidden characters of a command, because the field would not show them. */
function HiddenCharacters({ plan, command }: { plan: CommandPlan; command: string }) {
  if (!hasHidden(command)) return null;
  return (
    <div className={styles.hidden} role="alert">
      <span>The command has characters that are not visible:</span>
      <code>
        {visibleParts(command).map(({ text, isHidden }, i) =>
          isHidden ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
        )}
      </code>
      <Button size="inline" onClick={() => plan.edit({ command: withoutHidden(command) })}>
        Remove them
      </Button>
    </div>
  );
}

const FieldError = ({ id, children }: { id: string; children: string | undefined }) =>
  children === undefined ? null : (
    <p id={id} className={styles.error}>
      <Icon name="circle-alert" size={14} />
      <span>{children}</span>
    </p>
  );

type CardProps = { conversation: Conversation; entry: CommandEntry };

/** A proposed command with its servers and its login. It runs only when the user presses the button. */
export function SuggestionCard({ conversation, entry, isLast }: CardProps & { isLast: boolean }) {
  const Card = isLast ? Form : Passed;
  return <Card conversation={conversation} entry={entry} />;
}

/** A proposal after which the conversation has continued. */
function Passed({ conversation, entry }: CardProps) {
  const off = busyReason(useStore(conversation.session.activity));
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <h3>Suggested command</h3>
        <StateMark kind="ended">Was not run</StateMark>
        <span className="grow" />
        <Button kind="quiet" size="inline" off={off} onClick={() => conversation.offerAgain(entry)}>
          Edit and run
        </Button>
      </header>
      <dl className={styles.facts}>
        <dt>Command</dt>
        <dd>
          <pre className={styles.ran}>{visibleText(entry.proposal.command)}</pre>
        </dd>
      </dl>
    </section>
  );
}

function Form({ conversation, entry }: CardProps) {
  const { checkAccess } = useAssist();
  const [plan] = useState(() => conversation.planOf(entry));
  const state = useStore(plan.state);
  const { query, command, servers } = state;
  const { nodes, logins, login, queryError, loginError, off } = plan.view;
  const [fault, setFault] = useState<string>();
  /** The plan of the open question. A changed plan is another question. */
  const [questionPlan, setQuestionPlan] = useState<PlanState>();
  const id = useId();
  const queryField = useRef<HTMLInputElement>(null);
  useEffect(() => void plan.evaluate(), [plan]);
  const asks = nodes.length > 1 || entry.proposal.changes === true;
  const count = plural(nodes.length, 'server');
  const run = () => {
    setQuestionPlan(undefined);
    setFault(conversation.run(plan));
  };
  const evaluateOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void plan.evaluate(true);
  };
  const isReading = servers.kind === 'reading';
  return (
    <section className={styles.card} aria-label="Suggested command">
      <header className={styles.head}>
        <h3>{isReading ? 'Command' : `Command on ${count}`}</h3>
        <StateMark kind="warn">Nothing has run yet</StateMark>
        <span className="grow" />
        <Button
          kind="quiet"
          size="inline"
          off={nodes.length === 0 ? 'No server is found yet' : undefined}
          onClick={() => checkAccess(nodes[0]?.id ?? '', login)}
        >
          Check access
        </Button>
      </header>
      {entry.proposal.reason && <p className={styles.reason}>{visibleText(entry.proposal.reason)}</p>}
      <div className={styles.rows}>
        <label htmlFor={`${id}-query`}>Query</label>
        <div>
          <input
            ref={queryField}
            id={`${id}-query`}
            className={styles.field}
            value={query}
            {...AS_TYPED}
            aria-invalid={queryError !== undefined || undefined}
            aria-describedby={queryError === undefined ? undefined : `${id}-query-error`}
            onChange={(event) => plan.edit({ query: event.target.value })}
            onBlur={() => void plan.evaluate()}
            onKeyDown={evaluateOnEnter}
          />
          <FieldError id={`${id}-query-error`}>{queryError}</FieldError>
        </div>
        <span>Servers</span>
        <div className={styles.servers} role="status">
          {isReading && <span className="t3">Searching servers</span>}
          <ServerChips
            servers={nodes.map((node) => ({ id: node.id, host: node.hostname }))}
            onRemove={(node) => {
              plan.remove(node);
              if (nodes.length === 1) queryField.current?.focus();
            }}
          />
        </div>
        <label htmlFor={`${id}-command`}>Command</label>
        <div>
          <textarea
            id={`${id}-command`}
            className={styles.field}
            rows={command.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE_CHARS), 0)}
            value={command}
            dir="ltr"
            {...AS_TYPED}
            onChange={(event) => plan.edit({ command: event.target.value })}
          />
          <HiddenCharacters plan={plan} command={command} />
        </div>
        <label htmlFor={`${id}-login`}>Login</label>
        <div className={styles.login}>
          <select
            id={`${id}-login`}
            className={styles.field}
            value={login ?? ''}
            disabled={logins.length === 0}
            onChange={(event) => plan.edit({ login: event.target.value })}
          >
            {(logins.length === 0 ? [''] : logins).map((name) => (
              <option key={name} value={name}>
                {name || 'None'}
              </option>
            ))}
          </select>
          {loginError === undefined && <span className="t3 small">{loginHelp(plan.view)}</span>}
          <FieldError id={`${id}-login-error`}>{loginError}</FieldError>
        </div>
      </div>
      <footer className={styles.foot}>
        <span className="t2 small grow">
          {fault ??
            `${nodes.length === 1 ? 'Recorded as a session' : `Recorded as ${plural(nodes.length, 'session')}`}. Each server’s output appears on its own`}
        </span>
        <Button size="form" off={plan.isChanged ? undefined : 'Nothing was changed'} onClick={() => plan.reset()}>
          Reset
        </Button>
        <Button size="form" kind="primary" off={off} onClick={asks ? () => setQuestionPlan(state) : run}>
          Run on {count}
        </Button>
      </footer>
      {questionPlan === state && login !== undefined && (
        <RunDialog
          command={command}
          login={login}
          servers={nodes.length}
          focus="cancel"
          onRun={run}
          onClose={() => setQuestionPlan(undefined)}
        />
      )}
    </section>
  );
}
