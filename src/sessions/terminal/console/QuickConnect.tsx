import { useState, type SyntheticEvent } from 'react';
import { toQuickTarget } from '../../../api/nodes.ts';
import styles from './NodesDocument.module.css';

/** A server by its name, without looking for it. */
export function QuickConnect({ onConnect }: { onConnect: (host: string, login: string) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const target = toQuickTarget(text);
    if (target) onConnect(target.host, target.login);
    else setError('Write a login, @ and a host, as in root@web-1:22');
  };
  return (
    <form className={styles.quick} onSubmit={submit}>
      <input
        className={styles.field}
        aria-label="Connect to a host by name"
        aria-invalid={error !== undefined || undefined}
        placeholder="login@host[:port]"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      {error !== undefined && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </form>
  );
}
