import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { visibleLine } from '../../../lib/visibleText.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { AS_TYPED, TextField } from '../../../ui/plain/TextField.tsx';
import { useListbox } from '../../../ui/useListbox.ts';
import { folderOf, nameOf } from './remotePaths.ts';
import type { RemoteEntry, RemoteFolder } from '../../../wire/terminal/remoteFiles.ts';
import styles from './FilesPanel.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The kind of suggestions. Folders lead to files. */
  wants: 'files' | 'folders';
  /** Undefined if the server does not list folders. */
  look: (folder: string) => Promise<RemoteFolder | undefined>;
  help: ReactNode;
  /** Shown after the field. */
  after?: ReactNode;
};

const OFFERED_MAX = 50;

/**
 * A path on the server. If the server lists folders, it suggests their content: arrows choose, Enter or Tab accepts.
 */
export function PathField({ label, value, onChange, wants, look, help, after }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const folder = folderOf(value);
  const entries = useFolder(folder, isOpen, look);
  const offered = isOpen ? offersFor(entries, nameOf(value), wants) : [];
  const names = offered.map(({ name }) => name);
  const listbox = useListbox(names, { isOpen: offered.length > 0, start: 'none' });
  const current = offered[listbox.active];

  useEffect(() => {
    const field = input.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  const take = ({ name, kind }: RemoteEntry) => {
    onChange(`${folder}${name}${kind === 'directory' ? '/' : ''}`);
    listbox.reset();
    setOpen(kind === 'directory');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (listbox.onArrow(event)) {
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Enter') {
      if (!current) return setOpen(false); // it submits the form
      event.preventDefault();
      take(current);
    } else if (event.key === 'Tab' && !event.shiftKey && isOpen && offered.length > 0) {
      // As in a shell: the only suggestion, or the one selected with the arrows.
      const suggestion = current ?? (offered.length === 1 ? offered[0] : undefined);
      if (!suggestion) return;
      event.preventDefault();
      take(suggestion);
    } else if (event.key === 'Escape' && offered.length > 0) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <div className={styles.path} onBlur={() => setOpen(false)}>
      <div className={styles.line}>
        <div className="grow">
          <TextField
            ref={input}
            label={label}
            help={help}
            className="mono"
            value={value}
            {...AS_TYPED}
            {...listbox.input}
            onChange={(next) => {
              onChange(next);
              setOpen(true);
              listbox.reset();
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {after && <div className={styles.after}>{after}</div>}
      </div>
      <ul {...listbox.list} aria-label={`In ${folder || '~/'}`} className={styles.offers} hidden={offered.length === 0}>
        {offered.map((entry, i) => (
          <li
            key={entry.name}
            {...listbox.option(i)}
            className={cx(styles.offer, entry === current && styles.current)}
            onClick={() => take(entry)}
          >
            {visibleLine(entry.name)}
            {entry.kind === 'directory' && '/'}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A leading dot must be typed, as in a shell. */
function offersFor(entries: readonly RemoteEntry[], typed: string, wants: Props['wants']): RemoteEntry[] {
  return entries
    .filter(({ name, kind }) => {
      if (name === typed || !name.startsWith(typed) || (wants === 'folders' && kind === 'file')) return false;
      return !name.startsWith('.') || typed.startsWith('.');
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, OFFERED_MAX);
}

function useFolder(folder: string, isWanted: boolean, look: Props['look']): readonly RemoteEntry[] {
  const [found, setFound] = useState<{ folder: string; entries: readonly RemoteEntry[] }>();
  const ask = useRef(look);
  useEffect(() => {
    if (!isWanted) return;
    let isOld = false;
    void ask.current(folder).then((there) => {
      if (!isOld) setFound({ folder, entries: there?.entries ?? [] });
    });
    return () => {
      isOld = true;
    };
  }, [folder, isWanted]);
  return found?.folder === folder ? found.entries : [];
}
