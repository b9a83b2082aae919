import { at } from '../../../lib/json.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import { TokenField } from '../../../ui/TokenField.tsx';
import { useOptions } from '../../forms/useOptions.ts';
import styles from './DocumentForm.module.css';
import { FieldLabel } from './FieldLabel.tsx';
import { oneText, stepsOf, textsOf } from './formField.ts';
import type { FormField } from './formField.ts';

type Column = NonNullable<FormField['input']['columns']>[number];
type Props = FormField & { isNames: (column: string) => boolean; off: string | undefined };

/** A list of fields, one line each: what stands in the lines are parts of the document. */
export function RowsInput({ input, value, before, error, off, isNames, onChange }: Props) {
  const { label, path, help, columns = [], add = 'Add' } = input;
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const steps = stepsOf(input);
  // The next one is mostly of the same group as the last.
  const [group] = columns;
  const fresh = () => ({
    ...Object.fromEntries(columns.map(({ source }) => [source, isNames(source) ? [] : ''])),
    ...(group && rows.length > 0 && { [group.source]: at(rows.at(-1), group.source) }),
  });
  return (
    <div role="group" aria-label={label} className={styles.rows}>
      <FieldLabel label={label} path={path} />
      {rows.length > 0 && (
        <div className={styles.heads} aria-hidden>
          {columns.map((column) => (
            <span key={column.source}>{column.label}</span>
          ))}
        </div>
      )}
      {rows.map((row, i) => (
        <div key={i} className={styles.row} role="group" aria-label={`${label} ${i + 1}`}>
          {columns.map((column) => (
            <Cell
              key={column.source}
              column={column}
              isNames={isNames(column.source)}
              value={at(row, column.source)}
              // Another item stands there after one was taken away: only what is the same place is compared.
              before={at(before, i, column.source)}
              path={`${path}[${i}].${column.source}`}
              onChange={(next) => onChange([...steps, i, column.source], next)}
            />
          ))}
          <IconButton
            icon="x"
            label={`Remove ${label} ${i + 1}`}
            off={off}
            onClick={() => onChange([...steps, i], undefined)}
          />
        </div>
      ))}
      <span className={styles.add}>
        <Button
          kind="quiet"
          icon="plus"
          off={off}
          onClick={() => (rows.length === 0 ? onChange(steps, [fresh()]) : onChange([...steps, rows.length], fresh()))}
        >
          {add}
        </Button>
      </span>
      {error !== undefined && (
        <p className={styles.error}>
          <Icon name="circle-alert" size={14} />
          {error}
        </p>
      )}
      {help !== undefined && <p className={styles.help}>{help}</p>}
    </div>
  );
}

type CellProps = {
  column: Column;
  isNames: boolean;
  value: unknown;
  before: unknown;
  path: string;
  onChange: (value: unknown) => void;
};

function Cell({ column, isNames, value, before, path, onChange }: CellProps) {
  const options = useOptions(isNames ? column.options : undefined);
  const label = <span className="vh">{column.label}</span>;
  return (
    <div data-path={path}>
      {isNames ? (
        <TokenField
          label={label}
          values={textsOf(value)}
          before={before === undefined ? undefined : textsOf(before)}
          options={options}
          open
          onChange={onChange}
        />
      ) : (
        <TextField
          label={label}
          className="mono"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={oneText(value) ?? ''}
          onChange={onChange}
        />
      )}
    </div>
  );
}
