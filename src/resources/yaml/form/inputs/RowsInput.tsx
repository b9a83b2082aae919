import { at } from '../../../../lib/json.ts';
import { cx } from '../../../../ui/plain/cx.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import styles from '../DocumentForm.module.css';
import { FieldFoot, FieldHead, AddItem, FaultText } from '../FieldParts.tsx';
import { faultOf, kindAt } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';
import { pathText } from '../../problems/problem.ts';

/** A list of objects, one line each. The cells are parts of the document. */
export function RowsInput(props: InputProps) {
  const { input, path, schema, value, before, label, help, error, problems, off, tools, Part } = props;
  const { columns = [] } = input;
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const inside = error === undefined ? faultOf(problems, pathText(path)) : undefined;
  // A new item usually has the same group as the last.
  const [group] = columns;
  const isNames = (source: string) => kindAt(schema, [...path, 0, source]).kind === 'names';
  const fresh = () => ({
    ...Object.fromEntries(columns.map(({ source }) => [source, isNames(source) ? [] : ''])),
    ...(group && rows.length > 0 && { [group.source]: at(rows.at(-1), group.source) }),
  });
  return (
    <div role="group" aria-label={input.label} className={cx(styles.rows, columns.length === 2 && styles.two)}>
      <FieldHead>{label}</FieldHead>
      {rows.length > 0 && (
        <div className={styles.heads} aria-hidden>
          {columns.map((column) => (
            <span key={column.source}>{column.label}</span>
          ))}
        </div>
      )}
      {rows.map((row, i) => (
        <div key={i} className={styles.row} role="group" aria-label={`${input.label} ${i + 1}`}>
          {columns.map(({ source, label: head, options }) => (
            <Part
              key={source}
              inBox
              input={{ label: head, ...(options !== undefined && { options }) }}
              path={[...path, i, source]}
              value={at(row, source)}
              // After an item was removed, its index has another item, so values are compared by position only.
              before={at(before, i, source)}
              {...{ schema, problems, off, tools }}
            />
          ))}
          <IconButton
            icon="x"
            label={`Remove ${input.label} ${i + 1}`}
            off={off}
            onClick={() => tools.change([...path, i], undefined)}
          />
        </div>
      ))}
      <AddItem {...{ input, path, off, tools, fresh }} items={rows} />
      <FieldFoot
        help={help}
        error={error ?? (inside?.severity === 'error' ? <FaultText problem={inside} onFix={tools.fix} /> : undefined)}
      />
    </div>
  );
}
