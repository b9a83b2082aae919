import type { SearchOptions } from '../lib/searchPattern.ts';
import { tip } from './plain/tip.ts';

type Props = {
  options: SearchOptions;
  onChange: (options: SearchOptions) => void;
  className: string | undefined; // of each button
};

const OPTIONS = [
  { key: 'matchesCase', label: 'Match case', cap: 'Aa' },
  { key: 'isRegExp', label: 'Regular expression', cap: '.*' },
] as const;

/** The search options, as two small toggle buttons. */
export const MatchOptions = ({ options, onChange, className }: Props) =>
  OPTIONS.map(({ key, label, cap }) => (
    <button
      key={key}
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={options[key]}
      {...tip(label, { named: true })}
      onClick={() => onChange({ ...options, [key]: !options[key] })}
    >
      {cap}
    </button>
  ));
