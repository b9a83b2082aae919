import { tip } from './plain/tip.ts';

type Props = {
  /** Its name, also in the tooltip. */
  label: string;
  /** What is drawn: one or two characters. */
  cap: string;
  on: boolean;
  onChange: (on: boolean) => void;
  className: string;
};

/** A small button that is on or off, such as "Match case". */
export const ToggleButton = ({ label, cap, on, onChange, className }: Props) => (
  <button
    type="button"
    className={className}
    aria-label={label}
    aria-pressed={on}
    {...tip(label, { named: true })}
    onClick={() => onChange(!on)}
  >
    {cap}
  </button>
);
