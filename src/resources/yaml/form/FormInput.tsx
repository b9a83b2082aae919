import { isSameValue } from '../../../lib/moves.ts';
import { type ReactNode, memo } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { pathText } from '../problems/problem.ts';
import styles from './DocumentForm.module.css';
import { FieldFoot, FieldHead, FieldLabel, FaultText } from './FieldParts.tsx';
import { describedAt, faultOf, kindAt, oneText } from './formField.ts';
import { fits, tooMany, type InputKind } from './inputKind.ts';
import type { InputProps, FieldProps } from './inputProps.ts';
import { BoxesInput, BoxFields } from './inputs/BoxesInput.tsx';
import { ChoiceInput } from './inputs/ChoiceInput.tsx';
import { KeyedInput } from './inputs/KeyedInput.tsx';
import { LinesInput } from './inputs/LinesInput.tsx';
import { NamesInput } from './inputs/NamesInput.tsx';
import { RowsInput } from './inputs/RowsInput.tsx';
import { SwitchInput, TriStateInput } from './inputs/SwitchInput.tsx';
import { TextInput, NumberInput, DurationInput, TimeInput } from './inputs/TextInput.tsx';

/** The parts of these inputs show their own errors. */
const WITH_PARTS: ReadonlySet<InputKind['kind']> = new Set(['labels', 'map', 'rows', 'fields']);

/** The help of a field. Help that repeats the label is left out. */
function helpOf({ help, label }: FieldProps['input'], described: string | undefined): string | undefined {
  const words = help ?? described;
  return words === '' || words?.toLowerCase() === label.toLowerCase() ? undefined : words;
}

/** The input for one path of a document, chosen by the schema. */
export function FormInput(props: FieldProps) {
  const { input, path, schema, value, problems, inBox = false, tools } = props;
  const dotted = pathText(path);
  const kind = kindAt(schema, path);
  const fault = faultOf(problems, dotted, WITH_PARTS.has(kind.kind));
  const faultText = fault && <FaultText problem={fault} onFix={tools.fix} />;
  const isError = fault?.severity === 'error';
  // A warning blocks nothing: it replaces the help, and the control does not become invalid.
  const help: ReactNode =
    (isError || !fault ? undefined : <Warning>{faultText}</Warning>) ??
    helpOf(input, describedAt(schema, path)?.description);
  const label = inBox ? input.label : <FieldLabel label={input.label} path={dotted} />;
  // Inside a box, the box shows the message below its fields.
  const around = inBox
    ? { label, help: undefined, error: isError ? <span className="vh">{fault.message}</span> : undefined }
    : { label, help, error: isError ? faultText : undefined };
  return (
    <div data-path={dotted} className={cx(styles.field, input.half && styles.half, inBox && styles.inBox)}>
      {fits(kind, value) ? (
        <KindInput {...props} {...around} kind={kind} Part={FormInput} />
      ) : (
        <Unfit {...props} {...around} parts={tooMany(kind, value)} />
      )}
    </div>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <span className={styles.warning}>
    <Icon name="triangle-alert" size={14} />
    <span>{children}</span>
  </span>
);

function KindInput({ kind, ...props }: InputProps & { kind: InputKind }) {
  const { input, value, label } = props;
  switch (kind.kind) {
    case 'text':
      return <TextInput {...props} />;
    case 'lines':
      return <LinesInput {...props} />;
    case 'expression':
      return <LinesInput {...props} least={1} />;
    case 'duration':
      return <DurationInput {...props} />;
    case 'time':
      return <TimeInput {...props} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'switch':
      return <SwitchInput {...props} byDefault={kind.byDefault} />;
    case 'triState':
      return <TriStateInput {...props} byDefault={kind.byDefault} />;
    case 'choice':
      return <ChoiceInput {...props} values={kind.values} />;
    case 'names':
      // A list that usually has one value is shown as one text, unless it has several values.
      if (input.copy && oneText(value) !== undefined) return <TextInput {...props} />;
      return (
        <NamesInput
          {...props}
          choices={input.choices ?? kind.choices}
          templates={kind.templates}
          closed={kind.closed}
        />
      );
    case 'labels':
      return <KeyedInput {...props} several />;
    case 'map':
      return <KeyedInput {...props} several={false} />;
    case 'rows':
      return input.columns && input.columns.length <= 3 && !input.boxes ? (
        <RowsInput {...props} />
      ) : (
        <BoxesInput {...props} />
      );
    case 'fields':
      return (
        <div role="group" aria-label={input.label}>
          <FieldHead>{label}</FieldHead>
          <div className={styles.box}>
            <BoxFields {...props} />
          </div>
          <FieldFoot help={props.help} error={props.error} />
        </div>
      );
    default:
      return kind satisfies never;
  }
}

type UnfitProps = Omit<InputProps, 'Part'> & { parts: number | undefined };

/**
 * The value in the text has another structure than the field, or too many parts for a form. The form does not change
 * it.
 */
function Unfit({ input, path, label, help, error, tools, parts }: UnfitProps) {
  return (
    <div>
      <FieldHead>{label}</FieldHead>
      <div className={styles.kept}>
        <span className="cut">
          {parts === undefined
            ? 'Only in YAML: the value has another structure'
            : `Only in YAML: ${plural(parts, 'entry', 'entries')} are too many for a form`}
        </span>
        <span className="grow" />
        <Button
          kind="quiet"
          size="inline"
          aria-label={`Show ${input.label} in the text`}
          onClick={() => tools.show(path)}
        >
          Show
        </Button>
      </div>
      <FieldFoot help={help} error={error} />
    </div>
  );
}

type Props = FieldProps & { Part: (props: FieldProps) => ReactNode };

/** The document is parsed again at each change. Only fields whose value changed are drawn again. */
export const RememberedField = memo(
  function RememberedField({ Part, ...props }: Props) {
    return <Part {...props} />;
  },
  (a, b) =>
    a.input === b.input &&
    a.schema === b.schema &&
    a.tools === b.tools &&
    a.off === b.off &&
    isSameValue(a.value, b.value) &&
    isSameValue(a.before, b.before) &&
    isSameValue(a.problems, b.problems),
);
