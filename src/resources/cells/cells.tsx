import { Fragment, type ReactNode } from 'react';
import type { Label } from '../../api/nodes.ts';
import { textOfKind, type Kind, type KindValue } from '../../descriptors/kinds.ts';
import { Chip, LabelChip } from '../../ui/Chips.tsx';
import { formatDateTime, formatDuration } from '../../lib/dates.ts';
import { visibleLine } from '../../lib/visibleText.ts';
import { Person } from '../../ui/Person.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { tip } from '../../ui/plain/tip.ts';
import { StateMark } from '../../ui/StateMark.tsx';
import { Time } from '../../ui/Time.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { iconNamed } from '../iconNamed.ts';
import styles from './cells.module.css';

/** The context of a cell besides its value. It has no record and does not fetch. */
export type CellContext = {
  /** Filters by a label, for kinds that can. Absent if nothing can be filtered. */
  onPick?: ((label: Label) => void) | undefined;
  /** Labels that have their own column, or are part of the filter. */
  shown?: ReadonlySet<string>;
  picked?: ReadonlySet<string>;
  /** Shows the values that do not fit. */
  onMore?: ((anchor: Element) => void) | undefined;
  /** The name of the signed-in user. */
  self?: string;
  /** A heading above already shows the day. */
  underDay?: boolean;
  /** There is room only for the most important part. */
  brief?: boolean;
  /** The value of a full bar. */
  longestMs?: number;
};
type CellOf<K extends Kind> = (value: KindValue[K], context: CellContext) => ReactNode;

const CHIPS_SHOWN = 3;
const VALUES_SHOWN = 2;
const PEOPLE_SHOWN = 2;

/** Other users wrote the values, so control and direction characters are made visible. */
function cut(value: string, Tag: 'span' | 'code' = 'span'): ReactNode {
  const text = visibleLine(value);
  return (
    <Tag className="cut" title={text}>
      {text}
    </Tag>
  );
}

function More({ count, onMore }: { count: number; onMore: CellContext['onMore'] }) {
  if (count <= 0) return null;
  const text = `+${count}`;
  if (!onMore) return <span className={styles.more}>{text}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.more}
      {...tip(`${count} more`, { named: true })}
      onClick={(event) => {
        event.stopPropagation();
        onMore(event.currentTarget);
      }}
    >
      {text}
    </button>
  );
}

export const labelKey = (label: Label): string => `${label.name}=${label.value}`;

function Labels({ labels, context }: { labels: readonly Label[]; context: CellContext }) {
  const { shown, picked, onPick, onMore } = context;
  const rest = shown?.size ? labels.filter((label) => !shown.has(label.name)) : labels;
  return (
    <>
      <span className={styles.chips}>
        {rest.slice(0, CHIPS_SHOWN).map((label) => (
          <LabelChip
            key={label.name}
            name={label.name}
            value={label.value}
            selected={picked?.has(labelKey(label)) ?? false}
            onPick={onPick && (() => onPick(label))}
          />
        ))}
      </span>
      <More count={rest.length - CHIPS_SHOWN} onMore={onMore} />
    </>
  );
}

/** The scale is the square root, so that a short bar stays visible beside one of many hours. */
const Length = ({ ms, longestMs = ms }: { ms: number; longestMs?: number | undefined }) => (
  <>
    <span className={styles.track} aria-hidden>
      <span className={styles.bar} style={{ width: `${100 * Math.sqrt(longestMs > 0 ? ms / longestMs : 0)}%` }} />
    </span>
    <span className="num">{textOfKind('length', ms, 'local')}</span>
  </>
);

function Running({ since }: { since: Date }) {
  const nowMs = useNow(1000);
  const shownZone = useStore(zone);
  return (
    <span className="num" {...tip(`Since ${formatDateTime(since, shownZone)}`)}>
      {formatDuration(nowMs - since.getTime())}
    </span>
  );
}

const DAY_MS = 86_400_000;

/** The tooltip has the exact time. */
function Until({ date }: { date: Date }) {
  const leftMs = date.getTime() - useNow(1000);
  if (leftMs > DAY_MS) return <Time date={date} show="date" />;
  return <Time date={date}>{leftMs > 0 ? `in ${formatDuration(leftMs).replace(/ \d+ s$/, '')}` : 'Ended'}</Time>;
}

/** How each kind is shown in a row. */
export const cells: { [K in Kind]: CellOf<K> } = {
  text: (value) => cut(String(value)),
  mono: (value) => cut(value, 'code'),
  person: (value, { self }) => <Person name={value} self={value === self} />,
  endpoint: ({ address, tunnel }) =>
    tunnel ? (
      <span className="row-in g6 t3" {...tip('Reached through a reverse tunnel')}>
        <Icon name="arrow-left" size={14} />
        tunnel
      </span>
    ) : (
      cut(address, 'code')
    ),
  state: ({ mark, word }) => <StateMark kind={mark}>{word}</StateMark>,
  time: (value, { underDay }) =>
    value instanceof Date ? <Time date={value} show={underDay ? 'time' : 'full'} /> : cut(value),
  moment: (value, { underDay, brief }) => <Time date={value} show={underDay ? 'time' : 'full'} millis={!brief} />,
  since: (value) => (value instanceof Date ? <Running since={value} /> : cut(value)),
  length: (value, { longestMs }) => <Length ms={value} longestMs={longestMs} />,
  sign: ({ icon, word, danger }) => (
    <span className={cx(styles.sign, danger && styles.danger)} title={word}>
      <Icon name={iconNamed(icon) ?? 'dot'} />
      <span className="cut">{word}</span>
    </span>
  ),
  people: (value, { self, onMore }) => (
    <span className="flex g12 slim">
      {value.slice(0, PEOPLE_SHOWN).map((name) => (
        <Person key={name} name={name} self={name === self} />
      ))}
      <More count={value.length - PEOPLE_SHOWN} onMore={onMore} />
    </span>
  ),
  pairs: (value, { onMore }) => (
    <>
      <span className={cx(styles.chips, styles.pairs)}>
        {value.slice(0, VALUES_SHOWN).map((label, i) => (
          <Fragment key={labelKey(label)}>
            {i > 0 && <span className="vh">, </span>}
            <LabelChip colon name={label.name} value={label.value} />
          </Fragment>
        ))}
      </span>
      <More count={value.length - VALUES_SHOWN} onMore={onMore} />
    </>
  ),
  day: (value) => (value instanceof Date ? <Time date={value} show="date" /> : cut(value)),
  until: (value) => (value instanceof Date ? <Until date={value} /> : cut(value)),
  chips: (value, { onMore }) => (
    <>
      <span className={styles.chips}>
        {value.slice(0, VALUES_SHOWN).map((text) => (
          <Chip key={text}>{text}</Chip>
        ))}
      </span>
      <More count={value.length - VALUES_SHOWN} onMore={onMore} />
    </>
  ),
  labels: (value, context) => <Labels labels={value} context={context} />,
  traits: (value) => cut(Object.keys(value).join(', ')),
  yaml: () => null, // too long for a row
};
