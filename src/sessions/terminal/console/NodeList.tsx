import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent, type Ref } from 'react';
import type { Node } from '../../../api/nodes.ts';
import { LabelChip } from '../../../ui/Chips.tsx';
import { MenuButton } from '../../../ui/Menu.tsx';
import { useMedia, PHONE } from '../../../ui/useMedia.ts';
import { consolePath } from './consolePath.ts';
import styles from './NodesDocument.module.css';

type Props = {
  /** The list element, in which `focusRow` finds rows. */
  ref: Ref<HTMLUListElement>;
  clusterId: string;
  rows: readonly Node[];
  onMore: () => void;
  onConnect: (serverId: string, login: string) => void;
  /** Called for arrow up on the first row. */
  onAbove: () => void;
};

const ROW_PX = 34;
const ROW_PHONE_PX = 60;
const LABELS_SHOWN = 3;
/** The next page is requested this many rows before the end. */
const AHEAD_ROWS = 40;

/** Focuses the button of a row, counted from 0, if it is rendered. */
export const focusRow = (list: HTMLElement | null, index: number): void =>
  list?.querySelector<HTMLElement>(`li[data-index="${index}"] button`)?.focus();

/** Only renders visible rows. Arrow keys move between their buttons. */
export function NodeList({ ref, clusterId, rows, onMore, onConnect, onAbove }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isPhone = useMedia(PHONE);
  const rowPx = isPhone ? ROW_PHONE_PX : ROW_PX;
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    getScrollElement: () => box.current,
    overscan: 8,
  });
  // The virtualizer caches measured sizes.
  useEffect(() => list.measure(), [list, rowPx]);
  const items = list.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD_ROWS) onMore();
  }, [last, rows.length, onMore]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target instanceof Element ? event.target.closest('li') : null;
    if (by === undefined || !row || !event.currentTarget.contains(row)) return;
    event.preventDefault();
    const to = Number(row.dataset['index']) + by;
    if (to < 0) onAbove();
    else focusRow(event.currentTarget, to);
  };

  return (
    <div ref={box} className={styles.list}>
      <ul ref={ref} style={{ height: list.getTotalSize() }} aria-label="Servers" onKeyDown={onKeyDown}>
        {items.map(({ index, start }) => {
          const node = rows[index];
          if (!node) return null;
          return (
            <li
              key={node.id}
              data-index={index}
              className={styles.row}
              style={{ height: rowPx, translate: `0 ${start}px` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <span className={styles.host} title={node.hostname}>
                {node.hostname}
              </span>
              <code className={styles.address}>{node.tunnel ? 'tunnel' : node.addr}</code>
              <span className={styles.labels}>
                {node.labels.slice(0, LABELS_SHOWN).map(({ name, value }) => (
                  <LabelChip key={name} name={name} value={value} />
                ))}
                {node.labels.length > LABELS_SHOWN && (
                  <span className="t3 small">+{node.labels.length - LABELS_SHOWN}</span>
                )}
              </span>
              <ConnectButton clusterId={clusterId} node={node} onConnect={onConnect} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function ConnectButton({ clusterId, node, onConnect }: Pick<Props, 'clusterId' | 'onConnect'> & { node: Node }) {
  return (
    <MenuButton
      kind="quiet"
      size="inline"
      align="right"
      width={240}
      label={`Logins on ${node.hostname}`}
      aria-label={`Connect to ${node.hostname}`}
      field={{ label: 'Other login', onEnter: (login) => onConnect(node.id, login) }}
      items={() =>
        node.logins.length > 0
          ? node.logins.map((login) => ({
              kind: 'item',
              id: login,
              label: login,
              mono: true,
              href: consolePath({ kind: 'node', clusterId, serverId: node.id, login }),
            }))
          : [{ kind: 'head', label: 'Your roles do not allow any login here' }]
      }
    >
      Connect
    </MenuButton>
  );
}
