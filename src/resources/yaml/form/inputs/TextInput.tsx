import { copyWithToast } from '../../../../ui/copyWithToast.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { TextField } from '../../../../ui/plain/TextField.tsx';
import { oneText } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';

/** A field that the server has stays in the text when it is emptied: its place is kept while one types anew. */
export const emptied = (before: unknown): '' | undefined => (before === undefined ? undefined : '');

/** One text. A list of one that is shown as one stays a list. */
export function TextInput({ input, path, value, before, label, help, error, off, tools }: InputProps) {
  const shown = oneText(value) ?? '';
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      className={input.words ? undefined : 'mono'}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
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
