import { useRef, type KeyboardEvent } from 'react';
import type { Node } from '../../../api/nodes.ts';
import { formatCount, plural } from '../../../lib/numbers.ts';
import { MenuButton } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Field } from '../../../ui/plain/Field.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import { AS_TYPED } from '../../../ui/plain/TextField.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { commonLogins, partialLogins } from '../run/CommandDesk.ts';
import type { CommandHistory } from '../run/CommandHistory.ts';
import styles from './Card.module.css';
import { ServerChips } from './ServerChips.tsx';

type Props = {
  nodes: readonly Node[];
  /** Ids that the server does not return: removed, or hidden by roles. */
  missing: readonly string[];
  command: string;
  login: string | undefined;
  history: CommandHistory;
  /** Shown below the command, from the last attempt. */
  fault: string | undefined;
  onCommand: (command: string) => void;
  onLogin: (login: string) => void;
  onRemove: (ids: readonly string[]) => void;
  onRun: () => void;
};

const LINES_MAX = 12;
const LINES_MIN = 2;
/** The characters of a command that fit in a menu item. */
const RECENT_MAX = 70;

function loginHelp(nodes: readonly Node[], common: readonly string[]): string {
  if (nodes.length === 1) return 'Allowed by your roles on this server';
  return `${plural(common.length, 'login')} ${common.length === 1 ? 'is' : 'are'} common to all ${formatCount(nodes.length)}`;
}

/** Why no login is in common, and which server to remove. */
function noLogin(nodes: readonly Node[]): string {
  if (nodes.length === 0) return 'No servers selected';
  const some = partialLogins(nodes).slice(0, 3);
  if (some.length === 0) return 'Your roles do not allow any login on them';
  const parts = some.map(({ login, count }) => `${login} on ${formatCount(count)}`);
  return `No login is allowed on all ${formatCount(nodes.length)}: ${parts.join(', ')}. Remove servers until a login is allowed on all`;
}

const clipped = (command: string): string => {
  const line = command
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ⏎ ');
  return line.length > RECENT_MAX ? `${line.slice(0, RECENT_MAX)}…` : line;
};

/** The command to run, its servers and its login. Nothing runs automatically. */
export function PlanCard(props: Props) {
  const { nodes, missing, command, login, history, fault, onCommand, onLogin, onRemove, onRun } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const recent = useStore(history.recent);
  const logins = commonLogins(nodes);
  const off = login === undefined ? noLogin(nodes) : command.trim() === '' ? 'Enter a command first' : undefined;
  const lines = Math.min(LINES_MAX, Math.max(LINES_MIN, command.split('\n').length));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (off === undefined) onRun();
  };
  const recentItems = (): readonly MenuItem[] => [
    { kind: 'head', label: 'Recent commands in this browser' },
    ...recent.map((text): MenuItem => ({
      kind: 'item',
      id: `recent ${text}`,
      label: clipped(text),
      mono: true,
      run: () => onCommand(text),
    })),
    { kind: 'line' },
    { kind: 'item', id: 'forget', label: 'Clear recent commands', icon: 'trash-2', run: () => history.forget() },
  ];
  return (
    <section className={styles.card} aria-label="Command">
      <div className={styles.rows}>
        <div>
          <h2 className={styles.label}>Servers</h2>
          <ServerChips
            servers={nodes.map(({ id, hostname }) => ({ id, host: hostname }))}
            onRemove={(id) => {
              if (nodes.length === 1) field.current?.focus(); // the button of the last chip disappears with its focus
              onRemove([id]);
            }}
          />
        </div>
        {missing.length > 0 && (
          <Note
            kind="warn"
            title={`${plural(missing.length, 'server')} of the address ${missing.length === 1 ? 'is' : 'are'} not available.`}
            actions={<Button onClick={() => onRemove(missing)}>Remove {missing.length === 1 ? 'it' : 'them'}</Button>}
          >
            They were removed or your roles hide them. The command does not run there.
          </Note>
        )}
        <Field
          label="Command"
          help="Runs without a terminal, in the login shell of each server. Commands that ask for input get none"
          {...(fault !== undefined && { error: fault })}
        >
          {(aria) => (
            <textarea
              {...aria}
              ref={field}
              className={styles.command}
              rows={lines}
              value={command}
              {...AS_TYPED}
              autoFocus
              onChange={(event) => onCommand(event.target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <div className={styles.pair}>
          <SelectField
            label="Login"
            value={login ?? ''}
            options={(login === undefined ? ['', ...logins] : logins).map((value) => ({
              value,
              label: value || 'None',
            }))}
            disabled={logins.length === 0}
            onChange={onLogin}
            {...(logins.length === 0 ? { error: noLogin(nodes) } : { help: loginHelp(nodes, logins) })}
          />
          {recent.length > 0 && (
            <MenuButton label="Recent commands" icon="history" items={recentItems} width={420} size="form">
              Recent
            </MenuButton>
          )}
        </div>
      </div>
      <footer className={styles.foot}>
        <span className={styles.note}>
          {nodes.length === 1 ? 'Recorded as a session' : `Recorded as ${formatCount(nodes.length)} sessions`}. Each
          server’s output appears on its own
        </span>
        <Button size="form" kind="primary" icon="play" off={off} onClick={onRun}>
          {`Run on ${plural(nodes.length, 'server')}`}
        </Button>
      </footer>
    </section>
  );
}
