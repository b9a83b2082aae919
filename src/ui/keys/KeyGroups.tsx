import { Kbd } from '../plain/Kbd.tsx';
import styles from './KeyGroups.module.css';
import type { KeyAction } from './KeyTable.ts';
import { keyText } from '../plain/keyCaps.ts';

type Props = {
  actions: readonly KeyAction[];
  /** Filters names and keys; empty: all. */
  needle?: string;
};

/** Keys and their actions, under headings. */
export function KeyGroups({ actions, needle = '' }: Props) {
  const groups = groupActions(actions, needle);
  if (groups.length === 0) return <p>No shortcuts match.</p>;
  return (
    <div className={styles.groups}>
      {groups.map(({ group, actions: items }) => (
        <section key={group} className={styles.group}>
          <h3>{group}</h3>
          <dl>
            {items.map((action) => (
              <div key={action.label} className={styles.row}>
                <dt>{action.label}</dt>
                <dd>
                  {action.keys.map((keys, i) => (
                    <span key={keys} className={styles.keys}>
                      {i > 0 && <span className="t3 small">or</span>}
                      <Kbd keys={keys} />
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

type ActionGroup = { group: string; actions: readonly KeyAction[] };

/**
 * Actions under their headings, in the order of the table. `needle` filters by names and keys. The first action of a
 * name wins.
 */
export function groupActions(actions: readonly KeyAction[], needle = ''): ActionGroup[] {
  const sought = needle.trim().toLowerCase();
  const matches = ({ label, keys }: KeyAction) =>
    label.toLowerCase().includes(sought) || keys.some((k) => keyText(k).toLowerCase().includes(sought));
  const groups = new Map<string, Map<string, KeyAction>>();
  for (const action of actions.filter(matches)) {
    const byId = groups.get(action.group) ?? new Map<string, KeyAction>();
    if (!byId.has(action.label)) byId.set(action.label, action);
    groups.set(action.group, byId);
  }
  return [...groups].map(([group, byId]) => ({ group, actions: [...byId.values()] }));
}
