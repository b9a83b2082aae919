import type { SearchOptions } from '../lib/searchPattern.ts';
import { cx } from './plain/cx.ts';
import { tip } from './plain/tip.ts';

type Props = {
  options: SearchOptions;
  onChange: (options: SearchOptions) => void;
  /** Class of each button, and the additional one of buttons that are on. */
  className: string | undefined;
  onClass: string | undefined;
};

const OPTIONS = [
  { key: 'matchesCase', label: 'Match case', cap: 'Aa' },
  { key: 'isRegExp', label: 'Regular expression', cap: '.*' },
] as const;

/** The search options, as two small toggle buttons. */
export const MatchOptions = ({ options, onChange, className, onClass }: Props) =>
  OPTIONS.map(({ key, label, cap }) => (
    <button
      key={key}
      type="button"
      className={cx(className, options[key] && onClass)}
      aria-label={label}
      aria-pressed={options[key]}
      {...tip(label, { named: true })}
      onClick={() => onChange({ ...options, [key]: !options[key] })}
    >
      {cap}
    </button>
  ));
