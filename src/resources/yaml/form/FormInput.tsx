import { copyText } from '../../../ui/copyText.ts';
import { Check } from '../../../ui/Check.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import { useOptions } from '../../forms/useOptions.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import { schemaAt } from '../schema/schemaAt.ts';
import { FieldLabel } from './FieldLabel.tsx';
import { oneText, stepsOf, textsOf } from './formField.ts';
import type { FormField } from './formField.ts';
import { inputKind } from './inputKind.ts';
import { RowsInput } from './RowsInput.tsx';

type Props = FormField & { schema: LoadedSchema; off: string | undefined };

async function copy(label: string, text: string): Promise<void> {
  toasts.show({ text: (await copyText(text)) ? `${label} is copied` : 'The browser does not allow copying here' });
}

function Text({ input, value, error, off, onChange }: FormField & { off: string | undefined }) {
  const shown = oneText(value) ?? '';
  const steps = stepsOf(input);
  return (
    <TextField
      label={<FieldLabel label={input.label} path={input.path} />}
      help={input.help}
      error={error}
      className={input.words ? undefined : 'mono'}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      readOnly={off !== undefined}
      value={shown}
      onChange={(text) => onChange(steps, Array.isArray(value) ? [text] : text)}
      {...(input.copy && {
        trailing: (
          <IconButton
            icon="copy"
            size="inline"
            label={`Copy ${input.label}`}
            onClick={() => void copy(input.label, shown)}
          />
        ),
      })}
    />
  );
}

function Names({ input, value, before, error, onChange }: FormField) {
  return (
    <TokenField
      label={<FieldLabel label={input.label} path={input.path} />}
      help={input.help}
      error={error}
      values={textsOf(value)}
      before={before === undefined ? undefined : textsOf(before)}
      options={useOptions(input.options)}
      open
      onChange={(names) => onChange(stepsOf(input), names.length === 0 && before === undefined ? undefined : names)}
    />
  );
}

/** The input of one field of a document, by what the schema takes there. */
export function FormInput({ schema, off, ...field }: Props) {
  const { input, value, error, onChange } = field;
  const steps = stepsOf(input);
  const described = schemaAt(schema, steps);
  const kind = inputKind(described);
  const named = { ...field, input: { ...input, help: input.help ?? described?.description } };
  switch (kind.kind) {
    case 'switch':
      return (
        <Check
          state={value === true ? 'on' : 'off'}
          onChange={() => onChange(steps, value === true ? undefined : true)}
        >
          {input.label}
        </Check>
      );
    case 'choice':
      return (
        <SelectField
          label={<FieldLabel label={input.label} path={input.path} />}
          help={named.input.help}
          error={error}
          value={oneText(value) ?? ''}
          options={['', ...kind.values].map((one) => ({ value: one, label: one || 'not set' }))}
          onChange={(chosen) => onChange(steps, chosen === '' ? undefined : chosen)}
        />
      );
    case 'rows': {
      const isNames = (column: string) => inputKind(schemaAt(schema, [...steps, '[]', column])).kind === 'names';
      return <RowsInput {...field} off={off} isNames={isNames} />;
    }
    case 'names':
      // A list that mostly has one value is asked for as one, unless somebody has written several.
      return input.copy && oneText(value) !== undefined ? <Text {...named} off={off} /> : <Names {...named} />;
    case 'text':
      return <Text {...named} off={off} />;
    default:
      return kind satisfies never;
  }
}
