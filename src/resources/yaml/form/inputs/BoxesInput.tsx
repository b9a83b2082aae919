import { useState } from 'react';
import { at, isObject } from '../../../../lib/json.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { verbsOfKinds } from '../../../../wire/ruleVerbs.ts';
import { pathText, type Problem } from '../../problems/problem.ts';
import styles from '../DocumentForm.module.css';
import { FieldFoot, FieldHead, AddItem, FaultText } from '../FieldParts.tsx';
import { describedAt, kindAt, problemsAt, textsOf } from '../formField.ts';
import type { InputProps, FieldProps } from '../inputProps.ts';

/** How many fields of a box are shown at first. */
const MOST_SHOWN = 5;

/** A list of objects, one box for each item. */
export function BoxesInput(props: InputProps) {
  const { input, path, schema, value, before, label, help, error, off, problems, tools, Part } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const required = describedAt(schema, [...path, 0])?.required ?? [];
  const fresh = () =>
    Object.fromEntries(required.map((key) => [key, kindAt(schema, [...path, 0, key]).kind === 'names' ? [] : '']));
  return (
    <div role="group" aria-label={input.label} className={styles.boxes}>
      <FieldHead>{label}</FieldHead>
      {items.map((item, i) => (
        <div key={i}>
          <div className={styles.box} role="group" aria-label={`${input.label} ${i + 1}`}>
            <BoxFields
              {...{ input, schema, off, problems, tools, Part }}
              path={[...path, i]}
              value={item}
              // After an item was removed, its index has another item, so values are compared by position only.
              before={at(before, i)}
            />
            <span className={styles.removeBox}>
              <IconButton
                icon="x"
                size="inline"
                label={`Remove ${input.label} ${i + 1}`}
                off={off}
                onClick={() => tools.change([...path, i], undefined)}
              />
            </span>
          </div>
          <BoxFaults problems={problemsAt(problems, pathText([...path, i]))} onFix={tools.fix} />
        </div>
      ))}
      <AddItem {...{ input, path, off, tools, items, fresh }} />
      <FieldFoot help={help} error={error} />
    </div>
  );
}

/** The problems of a box are shown below it. Inside, only the fields are marked. */
const BoxFaults = ({ problems, onFix }: { problems: readonly Problem[]; onFix: (problem: Problem) => void }) =>
  problems
    .filter(({ severity }) => severity !== 'note')
    .map((problem, i) => (
      <FieldFoot
        key={i}
        {...(problem.severity === 'error'
          ? { error: <FaultText problem={problem} onFix={onFix} />, help: undefined }
          : { error: undefined, help: <FaultText problem={problem} onFix={onFix} /> })}
      />
    ));

type BoxProps = FieldProps & Pick<InputProps, 'Part'>;

/** The fields of one object: the first ones and the filled ones, and the others on demand. */
export function BoxFields({ input, path, schema, value, before, Part, ...field }: BoxProps) {
  const [showsAll, setShowsAll] = useState(false);
  const fields = describedAt(schema, path)?.properties ?? {};
  const names = Object.keys(fields);
  const isFilled = (name: string) => at(value, name) !== undefined;
  const shownNames = names.filter(
    (name, i) => showsAll || names.length <= MOST_SHOWN || i < MOST_SHOWN - 1 || isFilled(name),
  );
  const kinds = textsOf(at(value, 'resources'));
  const isRules = describedAt(schema, path.slice(0, -1))?.format === 'rules';
  const columns = input.columns ?? [];
  return (
    <>
      {shownNames.map((name) => {
        const verbs = isRules && name === 'verbs' ? verbsOfKinds(kinds) : undefined;
        const column = columns.find(({ source }) => source === name);
        return (
          <Part
            key={name}
            {...field}
            schema={schema}
            inBox
            path={[...path, name]}
            input={{
              label: column?.label ?? keyLabel(name),
              ...(column?.options !== undefined && { options: column.options }),
              ...(verbs && { choices: ['*', ...verbs] }),
              byLine: isRules && name === 'actions',
            }}
            value={isObject(value) ? value[name] : undefined}
            before={at(before, name)}
          />
        );
      })}
      {shownNames.length < names.length && (
        <span className={styles.add}>
          <Button kind="quiet" size="inline" onClick={() => setShowsAll(true)}>
            {`${names.length - shownNames.length} more fields`}
          </Button>
        </span>
      )}
    </>
  );
}

/** `max_session_ttl` → `Max session ttl`, for fields without a label. */
const keyLabel = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
