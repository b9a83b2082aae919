import { useMemo, type ComponentType, type ReactNode } from 'react';
import type { Details, DetailsPanelProps } from '../../descriptors/model/detailsModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldNamed, fieldText, rowTitle } from '../../descriptors/rows.ts';
import { formatDateTime, type Zone } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { visibleLine, visibleText } from '../../lib/visibleText.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { tip } from '../../ui/plain/tip.ts';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { localZoneName, zone } from '../../ui/zone.ts';
import { RowActionCell } from '../actions/RowActionCell.tsx';
import type { RowChoice } from '../actions/rowChoices.ts';
import { useOfferedRows } from '../assist/contextOfRows.ts';
import { FieldCell } from '../cells/FieldCell.tsx';
import { iconNamed } from '../iconNamed.ts';
import type { ListModel } from '../list/useListModel.ts';
import { countOf, singularName } from '../resourceMessages.ts';
import formStyles from '../forms/forms.module.css';
import styles from './details.module.css';
import { firstSeen } from './firstSeen.ts';
import { JsonView } from './JsonView.tsx';
import { pivotsOf } from './pivots.ts';
import { useLeading } from './useLeading.ts';

/** Panels that descriptors name in `details.panels`. */
const panels: Readonly<Record<NonNullable<Details['panels']>[number], ComponentType<DetailsPanelProps>>> = {
  recordingReview: lazyComponent(() => import('../recordings/ReviewPanel.tsx'), { name: 'The review' }).Part,
  serverReach: lazyComponent(() => import('../joinedServers/ReachPanel.tsx'), { name: 'The connection' }).Part,
  lastScreen: lazyComponent(() => import('../recordings/LastScreenPanel.tsx'), { name: 'The last screen' }).Part,
};

const WIDTH_PX = 396;
const none: readonly Row[] = [];
const noChoices: readonly RowChoice[] = [];
/** Midnight may pass while a row is shown. */
const LOOK_EVERY_MS = 30_000;

type FirstProps = { model: ListModel; row: Row; source: string; by: string };

type Props = {
  model: ListModel;
  details: Details;
  /** Undefined: the address names a row that is not loaded. */
  row: Row | undefined;
  run: (choice: RowChoice, row: Row) => void;
  onStep: { previous: (() => void) | undefined; next: (() => void) | undefined };
};

const otherZone = (shownZone: Zone): Zone => (shownZone === 'utc' ? 'local' : 'utc');

/** A time in the other time zone, beside the time in the selected one. */
function OtherZone({ date }: { date: unknown }) {
  const other = otherZone(useStore(zone));
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return null;
  return (
    <span className="t3">
      {formatDateTime(date, other).slice('yyyy-MM-dd '.length)} {other === 'utc' ? 'UTC' : localZoneName()}
    </span>
  );
}

/** Marks a value that is new among the loaded rows. The tooltip explains it. */
function First({ model: { resource, list }, row, source, by }: FirstProps) {
  const rows = list.feed.rows ?? none;
  const shownZone = useStore(zone);
  const nowMs = useNow(LOOK_EVERY_MS);
  const words = useMemo(
    () => firstSeen(rows, row, { source, by, zone: shownZone, now: new Date(nowMs) }),
    [rows, row, source, by, shownZone, nowMs],
  );
  if (words === undefined) return null;
  return (
    <span className="t3" {...tip(`Among the ${countOf(resource, rows.length)} loaded`)}>
      {words}
    </span>
  );
}

function Lines({ model, details, row }: { model: ListModel; details: Details; row: Row }) {
  const { resource } = model;
  return (
    <dl className={styles.pairs}>
      {details.lines.map((line) => {
        const { source, label, firstBy }: Exclude<typeof line, string> =
          typeof line === 'string' ? { source: line } : line;
        const field = fieldNamed(resource, source);
        const text = field ? fieldText(field, row) : '';
        if (!field || text === '') return null;
        const isLong = field.kind === 'text' || field.kind === 'mono';
        const note = field.note?.(row);
        return (
          <div key={source} className={styles.pair}>
            <dt>{label ?? field.label}</dt>
            <dd>
              {isLong ? (
                <span className={cx(field.kind === 'mono' && 'mono')}>{visibleText(text)}</span>
              ) : (
                <FieldCell field={field} row={row} context={{}} />
              )}
              {isLong && note !== undefined && <span className="t3">{note}</span>}
              {firstBy !== undefined && <First model={model} row={row} source={source} by={firstBy} />}
              {(field.kind === 'time' || field.kind === 'moment') && <OtherZone date={row[source]} />}
              <span className={styles.copy}>
                <CopyButton kind="quiet" text={text} />
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** One row beside its list, read-only: its values, what it has in common with other rows, and the server's JSON. */
export default function DetailsSheet({ model, details, row, run, onStep }: Props) {
  const { resource, actions } = model;
  const choices = useLeading(row ? actions.choicesOf(row).filter(({ id }) => id !== 'open') : noChoices);
  useOfferedRows(resource.assist, row ? [row] : none);
  const sheet = { width: WIDTH_PX, className: formStyles.beside, onClose: actions.close };
  const tools: ReactNode = (
    <>
      <IconButton
        icon="arrow-up"
        label={`Previous ${singularName(resource)}`}
        off={onStep.previous ? undefined : 'No previous row is loaded'}
        onClick={onStep.previous}
      />
      <IconButton
        icon="arrow-down"
        label={`Next ${singularName(resource)}`}
        off={onStep.next ? undefined : 'No next row is loaded'}
        onClick={onStep.next}
      />
    </>
  );
  if (!row)
    return (
      <Sheet {...sheet} title={resource.label[0]}>
        <p className={styles.actions}>
          It is not among the loaded rows. It may be outside the time range or may have been deleted.
        </p>
      </Sheet>
    );
  const head = details.title?.(row);
  const icon = iconNamed(head?.icon ?? resource.list.icon?.(row));
  const json = details.json && JSON.stringify(details.json.of(row), null, 2);
  const pivots = pivotsOf(model, details, row);
  return (
    <Sheet
      {...sheet}
      tools={tools}
      title={
        <span className={cx(styles.title, head?.danger && styles.danger)}>
          {icon && <Icon name={icon} />}
          <span>{visibleLine(head?.text ?? rowTitle(resource, row))}</span>
        </span>
      }
    >
      <Lines model={model} details={details} row={row} />
      {pivots.length > 0 && (
        <div className={styles.pivots}>
          {pivots.map(({ label, icon: pivotIcon, count, look }) => (
            <Button key={label} size="inline" icon={pivotIcon} onClick={look}>
              {label} {count !== undefined && <span className="t3 num">{formatCount(count)}</span>}
            </Button>
          ))}
        </div>
      )}
      {choices.length > 0 && (
        <div className={styles.actions}>
          {choices.map((choice) => (
            <RowActionCell
              key={choice.id}
              choice={choice}
              name={rowTitle(resource, row)}
              context={actions.context}
              run={(chosen) => run(chosen, row)}
              pending={undefined}
            />
          ))}
        </div>
      )}
      {details.panels?.map((name) => {
        const Panel = panels[name];
        return <Panel key={name} row={row} reload={() => void model.list.feed.reload()} />;
      })}
      {details.json && json !== undefined && (
        <section className={styles.section}>
          <header className={styles.heading}>
            <h3>{details.json.title}</h3>
            <CopyButton kind="quiet" text={json}>
              Copy JSON
            </CopyButton>
          </header>
          <JsonView text={json} label={details.json.title} />
        </section>
      )}
    </Sheet>
  );
}
