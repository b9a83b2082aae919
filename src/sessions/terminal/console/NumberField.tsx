import { useState } from 'react';
import { TextField } from '../../../ui/plain/TextField.tsx';

type Props = {
  label: string;
  /** undefined: the preset holds. */
  value: number | undefined;
  /** undefined: the cluster says. */
  preset: number | undefined;
  range: { min: number; max: number };
  onChange: (value: number | undefined) => void;
};

/** A number that holds as soon as it is one; empty stands for the preset. */
export function NumberField({ label, value, preset, range: { min, max }, onChange }: Props) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const number = Number(typed);
  const isGood = typed === '' || (Number.isInteger(number) && number >= min && number <= max);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder={preset === undefined ? 'As the cluster says' : String(preset)}
      error={isGood ? undefined : `A whole number from ${min} to ${max}`}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const next = Number(text);
        if (text === '') onChange(undefined);
        else if (Number.isInteger(next) && next >= min && next <= max) onChange(next);
      }}
    />
  );
}
