import type { SearchOptions } from '../lib/searchPattern.ts';
import { cx } from './plain/cx.ts';
import { tip } from './plain/tip.ts';

type Props = {
  options: SearchOptions;
  onChange: (options: SearchOptions) => void;
  /** Of each button, and in addition of one that is on. */
  className: string | undefined;
  onClass: string | undefined;
};

const OPTIONS = [
  { key: 'matchesCase', label: 'Match case', cap: 'Aa' },
  { key: 'isRegExp', label: 'Regular expression', cap: '.*' },
] as const;

/** How a text is searched, as two small buttons that are on or off. */
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
