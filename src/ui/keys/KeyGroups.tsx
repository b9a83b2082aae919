import { Kbd } from '../plain/Kbd.tsx';
import { groupActions } from './groupActions.ts';
import styles from './KeyGroups.module.css';
import type { KeyAction } from './KeyTable.ts';

type Props = {
  actions: readonly KeyAction[];
  /** Looked for in names and keys; empty: all. */
  wanted?: string;
};

/** Keys and what they do, under their headings. */
export function KeyGroups({ actions, wanted = '' }: Props) {
  const groups = groupActions(actions, wanted);
  if (groups.length === 0) return <p>No key or action has this in its name.</p>;
  return (
    <div className={styles.groups}>
      {groups.map(({ group, actions: own }) => (
        <section key={group} className={styles.group}>
          <h3>{group}</h3>
          <dl>
            {own.map((action) => (
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
