import { useDeferredValue, useEffect, useState } from 'react';
import { visibleText } from '../../../lib/visibleText.ts';
import { describeFailure } from '../../../api/errors.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import type { ConversationHead } from '../../../api/assist.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconMenu } from '../../../ui/IconMenu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Time } from '../../../ui/Time.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useStore } from '../../../ui/useStore.ts';
import { zone } from '../../../ui/zone.ts';
import { titleOf } from '../session/AssistDesk.ts';
import { byDay, listTime } from '../session/times.ts';
import { DeleteDialog, RenameDialog } from './ConversationDialogs.tsx';
import styles from './ConversationList.module.css';
import { useAssist } from './parts.ts';

type Props = {
  selected: string | undefined;
  /** Undefined: a new conversation. */
  onSelect: (id: string | undefined) => void;
};

const MINUTE_MS = 60_000;
const SEARCH_AFTER_MS = 200;

/** The user's conversations by day, the newest first. */
export function ConversationList({ selected, onSelect }: Props) {
  const { desk } = useAssist();
  const list = useStore(desk.list);
  const shownZone = useStore(zone);
  const nowMs = useNow(MINUTE_MS);
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<{ kind: 'rename' | 'delete'; head: ConversationHead }>();
  const needle = useDeferredValue(search.trim());
  const searchesServer = serverBehaviour.assistExtensions;
  useEffect(() => {
    if (!searchesServer) return;
    const timer = setTimeout(() => void desk.load(needle), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [desk, needle, searchesServer]);
  const shownList = searchesServer
    ? list.conversations
    : list.conversations.filter((head) => titleOf(head).toLowerCase().includes(needle.toLowerCase()));
  return (
    <div className={styles.list}>
      <div className={styles.top}>
        <Button icon="plus" wide onClick={() => onSelect(undefined)}>
          New conversation
        </Button>
        <input
          type="search"
          className={styles.search}
          aria-label="Search conversations"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {list.kind === 'failed' && (
        <ErrorNote
          what="Could not load the conversations"
          {...describeFailure(list.error)}
          actions={<Button onClick={() => void desk.load()}>Try again</Button>}
        />
      )}
      {shownList.length === 0 && list.kind === 'loaded' && (
        <p className={styles.none}>{needle === '' ? 'No conversations yet' : 'No conversations match'}</p>
      )}
      <nav className={styles.days} aria-label="Conversations">
        {byDay(shownList, nowMs, shownZone).map(({ label, conversations }) => (
          <section key={label}>
            <h2 className={styles.day}>{label}</h2>
            <ul>
              {conversations.map((head) => (
                <li key={head.id} className={styles.item}>
                  <button
                    type="button"
                    className={styles.open}
                    aria-current={head.id === selected ? 'page' : undefined}
                    onClick={() => onSelect(head.id)}
                  >
                    <span className="cut" title={visibleText(titleOf(head))}>
                      {visibleText(titleOf(head))}
                    </span>
                    <span className={styles.time}>
                      <Time date={head.created}>{listTime(head.created, nowMs, shownZone)}</Time>
                    </span>
                  </button>
                  <span className={styles.menu}>
                    <IconMenu
                      size="inline"
                      icon="ellipsis"
                      label={`Actions of ${titleOf(head)}`}
                      items={() => menuOf((kind) => setDialog({ kind, head }))}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      {dialog?.kind === 'rename' && <RenameDialog head={dialog.head} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          head={dialog.head}
          onClose={() => setDialog(undefined)}
          onDeleted={() => dialog.head.id === selected && onSelect(undefined)}
        />
      )}
    </div>
  );
}

const menuOf = (show: (kind: 'rename' | 'delete') => void): MenuItem[] => [
  { kind: 'item', id: 'rename', label: 'Rename', icon: 'pencil', run: () => show('rename') },
  { kind: 'item', id: 'delete', label: 'Delete', icon: 'trash-2', danger: true, run: () => show('delete') },
];
