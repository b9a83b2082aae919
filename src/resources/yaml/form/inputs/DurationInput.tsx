import { formatDuration } from '../../../../lib/dates.ts';
import { TextField } from '../../../../ui/plain/TextField.tsx';
import { parseDuration } from '../../../../wire/duration.ts';
import { wordOf } from '../../../../lib/json.ts';
import { describedAt, oneText } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';
import { emptied } from './TextInput.tsx';

function meaning(text: string): string | undefined {
  const read = parseDuration(text);
  if (text === '' || !read.ok) return undefined;
  return read.ms <= 0 ? 'never' : formatDuration(read.ms);
}

/** A length of time, as it is written, and what that means. */
export function DurationInput({ path, schema, value, before, label, help, error, off, tools }: InputProps) {
  const text = oneText(value) ?? '';
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      className="mono"
      placeholder={wordOf(describedAt(schema, path)?.default)}
      spellCheck={false}
      autoComplete="off"
      readOnly={off !== undefined}
      value={text}
      onChange={(next) => tools.change(path, next === '' ? emptied(before) : next)}
      trailing={<span className="t3 small">{meaning(text)}</span>}
    />
  );
}
