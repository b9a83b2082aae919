import { INTERNAL_TRAITS } from '../../../../access/traits.ts';
import { TokenField } from '../../../../ui/TokenField.tsx';
import { useOptions } from '../../../forms/useOptions.ts';
import { textsOf } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';

const TEMPLATES = [...INTERNAL_TRAITS].map((trait) => `{{internal.${trait}}}`).concat('{{external["trait"]}}');

export const isTemplate = (name: string): boolean => name.includes('{{');

type Props = InputProps & {
  choices: readonly string[];
  templates?: boolean;
  /** The server knows only the choices. */
  closed?: boolean;
};

/** Several names. Suggests those of other resources, of the schema and of the user's traits, and accepts any other. */
export function NamesInput({ input, path, value, before, label, help, error, problems, tools, ...offered }: Props) {
  const { choices, templates = false, closed = false } = offered;
  const rows = useOptions(input.options);
  const wrong = new Set(
    problems.flatMap((problem) => {
      const nth = problem.path.length === path.length + 1 ? problem.path.at(-1) : undefined;
      return typeof nth === 'number' ? [textsOf(value)[nth]] : [];
    }),
  );
  const options = [...new Set([...(rows ?? []), ...choices, ...(templates ? TEMPLATES : [])])];
  return (
    <TokenField
      label={label}
      help={help}
      error={error}
      values={textsOf(value)}
      before={before === undefined ? undefined : textsOf(before)}
      options={options.length > 0 ? options : undefined}
      open
      typedFirst={!closed && input.options === undefined}
      byLine={input.byLine}
      lookOf={(name) => (wrong.has(name) ? 'wrong' : templates && isTemplate(name) ? 'template' : undefined)}
      onChange={(names) => tools.change(path, names.length === 0 && before === undefined ? undefined : names)}
    />
  );
}
