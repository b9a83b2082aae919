import { Icon } from '../../ui/plain/Icon.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import type { Listbox } from '../../ui/useListbox.ts';
import type { Entry } from './entry.ts';
import { markedParts } from './match.ts';
import styles from './Palette.module.css';

/** Further names are only counted, so that the entry stays on one line. */
const CHOICES_SHOWN = 4;

type Props = {
  option: ReturnType<Listbox['option']>;
  entry: Entry;
  /** The index of the chosen name. */
  chosen: number;
  onChoose: (choice: number) => void;
};

export function PaletteRow({ option, entry, chosen, onChoose }: Props) {
  const isCurrent = option['aria-selected'];
  const { label, match, detail, icon, off, keys, verb } = entry;
  return (
    <div
      {...option}
      aria-disabled={off === undefined ? undefined : true}
      className={cx(styles.row, isCurrent && styles.current, off !== undefined && styles.off)}
      onClick={() => onChoose(chosen)}
    >
      {icon ? <Icon name={icon} /> : <span className={styles.blank} />}
      <span className={cx('cut', styles.label)}>
        {markedParts(label, match.spans).map(({ text, isMarked }, i) =>
          isMarked ? <b key={i}>{text}</b> : <span key={i}>{text}</span>,
        )}
      </span>
      {detail !== '' && <span className={cx('cut', styles.detail)}>{detail}</span>}
      <span className={styles.end}>
        {off !== undefined && (
          <span className="cut" title={off}>
            {off}
          </span>
        )}
        {off === undefined && <Choices entry={entry} isCurrent={isCurrent} chosen={chosen} onChoose={onChoose} />}
        {off === undefined && entry.choices.length === 0 && (keys ? <Kbd keys={keys} /> : verb)}
        {off === undefined && isCurrent && entry.choices.length > 0 && <Kbd keys="Enter" />}
      </span>
    </div>
  );
}

/** The names to use the target with. On the current entry, one of them is chosen. */
function Choices({
  entry: { choices },
  isCurrent,
  chosen,
  onChoose,
}: Pick<Props, 'entry' | 'chosen' | 'onChoose'> & { isCurrent: boolean }) {
  if (choices.length === 0) return null;
  const first = Math.max(0, Math.min(chosen - 1, choices.length - CHOICES_SHOWN));
  const shownChoices = choices.slice(first, first + CHOICES_SHOWN);
  const rest = choices.length - shownChoices.length;
  const names = shownChoices.map(({ label }) => label).join(', ');
  if (!isCurrent) return <span className="cut">{rest > 0 ? `${names} and ${rest} more` : names}</span>;
  return (
    <span className={styles.choices}>
      {shownChoices.map(({ label }, i) => (
        <code
          key={label}
          className={cx(first + i === chosen && styles.chosen)}
          role="presentation"
          onClick={(event) => {
            event.stopPropagation();
            onChoose(first + i);
          }}
        >
          {label}
        </code>
      ))}
      {rest > 0 && <span>{`+${rest}`}</span>}
    </span>
  );
}
