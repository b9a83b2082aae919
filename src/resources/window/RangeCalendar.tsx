import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { cx } from '../../ui/plain/cx.ts';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import styles from './RangeCalendar.module.css';
import { NAMED_RANGES, dayStart, type Range } from './range.ts';

type Days = { first: string; last: string };
type Props = {
  days: Days | undefined;
  /** The selected range, if the calendar shows the named ranges because there is no room for them elsewhere. */
  named: Range | undefined;
  onDone: (range: Range) => void;
};

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const WEEK = WEEKDAYS.length;
const monthNames = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const monthName = (month: string): string => monthNames.format(dayStart(`${month}-01`, 'local'));

const addDays = (day: string, by: number): string => formatDate(dayStart(day, 'local', by) ?? new Date(), 'local');
const addMonths = (month: string, by: number): string => {
  const start = dayStart(`${month}-01`, 'local') ?? new Date();
  return formatDate(new Date(start.getFullYear(), start.getMonth() + by, 1), 'local').slice(0, 7);
};

/** The days of a month, preceded by gaps up to its first weekday. */
function daysOfMonth(month: string): readonly (string | undefined)[] {
  const first = `${month}-01`;
  const gaps = ((dayStart(first, 'local')?.getDay() ?? 1) + WEEK - 1) % WEEK;
  const days: (string | undefined)[] = Array.from({ length: gaps }, () => undefined);
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK };

/** Two months. The first click starts a range, the second one ends it. Future days cannot be selected. */
export default function RangeCalendar({ days, named, onDone }: Props) {
  const today = useToday(useStore(zone));
  const [begun, setBegun] = useState<string>();
  const [focused, setFocused] = useState(days && days.last < today ? days.last : today);
  const [month, setMonth] = useState(focused.slice(0, 7));
  const box = useRef<HTMLDivElement>(null);
  const months = [addMonths(month, -1), month].map((name) => ({ name, label: monthName(name) }));
  const marked: Days | undefined = begun === undefined ? days : { first: begun, last: begun };

  // A day gets the focus when the calendar opens, and from the arrow keys.
  const isMoving = useRef(true);
  useEffect(() => {
    if (isMoving.current) box.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
    isMoving.current = false;
  }, [focused, month]);

  /** Shows other months. The day that Tab focuses is one of them. */
  const turn = (by: number) => {
    const last = addMonths(month, by);
    setMonth(last);
    const [least, most] = [`${addMonths(last, -1)}-01`, addDays(`${addMonths(last, 1)}-01`, -1)];
    setFocused(focused < least ? least : focused > most ? most : focused);
  };

  const choose = (day: string) => {
    setFocused(day);
    if (begun === undefined) return setBegun(day);
    onDone(begun <= day ? { first: begun, last: day } : { first: day, last: begun });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = addDays(focused, by);
    if (next > today) return;
    isMoving.current = true;
    setFocused(next);
    if (!months.some(({ name }) => name === next.slice(0, 7)))
      setMonth(by < 0 ? addMonths(next.slice(0, 7), 1) : next.slice(0, 7));
  };

  return (
    <div ref={box} className={styles.calendar} onKeyDown={onKeyDown} role="presentation">
      {named !== undefined && (
        <Segmented
          label="Time range"
          wide
          value={typeof named === 'string' ? named : undefined}
          segments={NAMED_RANGES}
          onChange={onDone}
        />
      )}
      <div className={styles.months}>
        {months.map(({ name, label }, i) => (
          // The index is the key, so that a pressed button in it keeps the focus.
          <section key={i} className={styles.month} aria-label={label}>
            <header className={styles.head}>
              {i === 0 && (
                <IconButton icon="arrow-left" size="inline" label="Earlier months" onClick={() => turn(-1)} />
              )}
              <span className={styles.name}>{label}</span>
              {i === 1 && (
                <IconButton
                  icon="chevron-right"
                  size="inline"
                  label="Later months"
                  off={month >= today.slice(0, 7) ? 'These months are in the future' : undefined}
                  onClick={() => turn(1)}
                />
              )}
            </header>
            <div className={styles.grid}>
              {WEEKDAYS.map((day) => (
                <span key={day} className={styles.weekday}>
                  {day}
                </span>
              ))}
              {daysOfMonth(name).map((day, at) =>
                day === undefined ? (
                  <span key={at} />
                ) : (
                  <button
                    key={day}
                    type="button"
                    data-day={day}
                    tabIndex={day === focused ? 0 : -1}
                    disabled={day > today}
                    aria-label={`${Number(day.slice(8))} ${label}`}
                    aria-pressed={marked !== undefined && day >= marked.first && day <= marked.last}
                    className={cx(styles.day, day === today && styles.today)}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                ),
              )}
            </div>
          </section>
        ))}
      </div>
      <p className="t3 small">
        {begun === undefined ? 'Choose the first day, then the last one' : `From ${begun}: choose the last day`}
      </p>
    </div>
  );
}
