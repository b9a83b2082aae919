import { useState } from 'react';
import { TextField } from '../../../../ui/plain/TextField.tsx';
import type { InputProps } from '../inputProps.ts';

/** A number. What is typed and is none stays to be seen, and out of the document. */
export function NumberInput({ path, value, label, help, error, off, tools }: InputProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    const trimmed = text.trim();
    const isNumber = /^-?\d{1,15}(?:\.\d+)?$/.test(trimmed);
    setTyped(isNumber || trimmed === '' ? undefined : text);
    if (isNumber) tools.change(path, Number(trimmed));
    else if (trimmed === '') tools.change(path, undefined);
  };
  return (
    <TextField
      label={label}
      help={help}
      error={typed === undefined ? error : `“${typed}” is no number, so it is not in the document yet`}
      className="mono"
      inputMode="numeric"
      autoComplete="off"
      readOnly={off !== undefined}
      value={typed ?? (typeof value === 'number' ? String(value) : '')}
      onChange={type}
    />
  );
}
