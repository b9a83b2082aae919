import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { TextField } from '../../../../ui/plain/TextField.tsx';
import { useNow } from '../../../../ui/useNow.ts';
import { formatDuration } from '../../../../lib/dates.ts';
import { oneText } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';
import { emptied } from './TextInput.tsx';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A moment as documents write it, and how far away it is. */
export function TimeInput({ input, path, value, before, label, help, error, off, tools }: InputProps) {
  const now = useNow(MINUTE_MS);
  const text = oneText(value) ?? '';
  const ms = Date.parse(text) - now;
  const away = Number.isNaN(ms) ? undefined : ms > 0 ? `in ${formatDuration(ms)}` : `${formatDuration(-ms)} ago`;
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      className="mono"
      placeholder="2030-01-31T12:00:00Z"
      spellCheck={false}
      autoComplete="off"
      readOnly={off !== undefined}
      value={text}
      onChange={(next) => tools.change(path, next === '' ? emptied(before) : next)}
      trailing={
        away === undefined ? (
          <IconButton
            icon="calendar"
            size="inline"
            label={`${input.label}: in one day`}
            off={off}
            onClick={() => tools.change(path, new Date(now + DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z'))}
          />
        ) : (
          <span className="t3 small">{away}</span>
        )
      }
    />
  );
}
