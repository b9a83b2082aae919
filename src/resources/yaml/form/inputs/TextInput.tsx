import { copyWithToast } from '../../../../ui/copyWithToast.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { AS_TYPED, TextField } from '../../../../ui/plain/TextField.tsx';
import { oneText, describedAt } from '../formField.ts';
import { useState } from 'react';
import { formatDuration } from '../../../../lib/dates.ts';
import { parseDuration } from '../../../../wire/duration.ts';
import { wordOf } from '../../../../lib/json.ts';
import { useNow } from '../../../../ui/useNow.ts';
import type { InputProps } from '../inputProps.ts';

/**
 * Emptying a field that the server has keeps the key in the text, so that its position stays while the user types a new
 * value.
 */
export const emptied = (before: unknown): '' | undefined => (before === undefined ? undefined : '');

/** One text. A list with one item that is shown as a text stays a list. */
export function TextInput({ input, path, value, before, label, help, error, off, tools }: InputProps) {
  const shown = oneText(value) ?? '';
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      className={input.words ? undefined : 'mono'}
      {...AS_TYPED}
      readOnly={off !== undefined}
      value={shown}
      onChange={(text) => tools.change(path, Array.isArray(value) ? [text] : text === '' ? emptied(before) : text)}
      {...(input.copy && {
        trailing: (
          <IconButton
            icon="copy"
            size="inline"
            label={`Copy ${input.label}`}
            onClick={() => void copyWithToast(shown, input.label)}
          />
        ),
      })}
    />
  );
}

/** A number. Typed text that is not a number stays visible, but is not written to the document. */
export function NumberInput({ path, value, label, help, error, off, tools }: InputProps) {
  const [entered, setEntered] = useState<{ text: string; over: unknown }>();
  // Another value, such as one from the text beside the form, replaces what is not in the document.
  const typed = entered?.over === value ? entered?.text : undefined;
  const type = (text: string) => {
    const trimmed = text.trim();
    const isNumber = /^-?\d{1,15}(?:\.\d+)?$/.test(trimmed);
    setEntered(isNumber || trimmed === '' ? undefined : { text, over: value });
    if (isNumber) tools.change(path, Number(trimmed));
    else if (trimmed === '') tools.change(path, undefined);
  };
  return (
    <TextField
      label={label}
      help={help}
      error={typed === undefined ? error : `“${typed}” is not a number, so it is not in the document yet`}
      className="mono"
      inputMode="numeric"
      autoComplete="off"
      readOnly={off !== undefined}
      value={typed ?? (typeof value === 'number' ? String(value) : '')}
      onChange={type}
    />
  );
}

function meaning(text: string): string | undefined {
  const read = parseDuration(text);
  if (text === '' || !read.ok) return undefined;
  return read.ms <= 0 ? 'never' : formatDuration(read.ms);
}

/** A duration as written, and what it means. */
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

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A time as documents write it, and how far away it is. */
export function TimeInput({ input, path, value, before, label, help, error, off, tools }: InputProps) {
  const now = useNow(MINUTE_MS);
  const text = oneText(value) ?? '';
  const ms = Date.parse(text) - now;
  const distance = Number.isNaN(ms) ? undefined : ms > 0 ? `in ${formatDuration(ms)}` : `${formatDuration(-ms)} ago`;
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
        distance === undefined ? (
          <IconButton
            icon="calendar"
            size="inline"
            label={`${input.label}: in one day`}
            off={off}
            onClick={() => tools.change(path, new Date(now + DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z'))}
          />
        ) : (
          <span className="t3 small">{distance}</span>
        )
      }
    />
  );
}
