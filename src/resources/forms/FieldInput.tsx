import { Fragment, type ReactNode } from 'react';
import type { FieldOfKind } from '../../descriptors/model/fieldModel.ts';
import { asKind, type Kind, type KindValue } from '../../descriptors/kinds.ts';
import { cells, type CellContext } from '../cells/cells.tsx';
import type { FormField, Values } from './form.ts';
import { inputs } from './inputs.tsx';
import styles from './inputs.module.css';

type Props = {
  field: FormField;
  /** A heading above already shows its label. */
  isHeaded: boolean;
  /** It has the focus from the start. */
  takesFocus: boolean;
  values: Values;
  before: Values | undefined;
  error: string | undefined;
  onChange: (source: string, value: unknown) => void;
};

function entered<K extends Kind>(field: FieldOfKind<K>, props: Props): ReactNode {
  const { isHeaded, takesFocus, values, before, error, onChange } = props;
  const Input: (typeof inputs)[K] = inputs[field.kind];
  const { kind, source, label } = field;
  return Input({
    label: isHeaded ? <span className="vh">{label}</span> : label,
    takesFocus,
    input: props.field.input,
    value: asKind(kind, values[source]),
    before: before && asKind(kind, before[source]),
    error,
    onChange: (value: KindValue[K]) => onChange(source, value),
  });
}

function readOnly<K extends Kind>(field: FieldOfKind<K>, values: Values): ReactNode {
  const value = asKind(field.kind, values[field.source]);
  // The cell of a list row has room only for the names of traits.
  if (field.kind === 'traits') return readTraits(field.label, asKind('traits', values[field.source]) ?? {});
  const cell: (value: KindValue[K], context: CellContext) => ReactNode = cells[field.kind];
  return (
    <dl className={styles.pairs}>
      <dt>{field.label}</dt>
      <dd>{value === undefined ? 'none' : cell(value, {})}</dd>
    </dl>
  );
}

function readTraits(label: string, traits: KindValue['traits']): ReactNode {
  const filledTraits = Object.entries(traits).filter(([, values]) => values.length > 0);
  return (
    <dl className={styles.pairs}>
      {filledTraits.length === 0 && (
        <>
          <dt>{label}</dt>
          <dd>none</dd>
        </>
      )}
      {filledTraits.map(([name, values]) => (
        <Fragment key={name}>
          <dt className="mono">{name}</dt>
          <dd>{values.join(', ')}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The input of one field, by its kind. A read-only field shows only its value. */
export const FieldInput = (props: Props) =>
  props.field.readOnly ? readOnly(props.field.field, props.values) : entered(props.field.field, props);
