import type { ReactNode } from 'react';
import type { Input } from '../../descriptors/model/fieldModel.ts';
import type { Kind, KindValue } from '../../descriptors/kinds.ts';
import { AS_TYPED, TextField } from '../../ui/plain/TextField.tsx';
import { TokenField } from '../../ui/TokenField.tsx';
import { cells } from '../cells/cells.tsx';
import styles from './inputs.module.css';
import { useOptions } from './useOptions.ts';

type InputProps<T> = {
  label: ReactNode;
  takesFocus: boolean;
  input: Input;
  /** Undefined: no value yet. */
  value: T | undefined;
  /** The server's value. Changes are marked against it. */
  before: T | undefined;
  error: string | undefined;
  onChange: (value: T) => void;
};
type InputOf<K extends Kind> = (props: InputProps<KindValue[K]>) => ReactNode;

/** For kinds without an input. */
const shown =
  <K extends Kind>(kind: K): InputOf<K> =>
  ({ label, value }) => <Shown label={label}>{value === undefined ? '–' : cells[kind](value, {})}</Shown>;

const Shown = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <dl className={styles.pairs}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </dl>
);

function Text(props: InputProps<string> & { machine?: true }) {
  const { label, takesFocus, input, value = '', error, onChange, machine } = props;
  return (
    <TextField
      label={label}
      help={input.help}
      error={error}
      value={value}
      {...AS_TYPED}
      className={machine ? 'mono' : undefined}
      autoFocus={takesFocus}
      aria-required={input.required}
      onChange={onChange}
    />
  );
}

function Chips({ label, input, value = [], before, error, onChange }: InputProps<readonly string[]>) {
  const options = useOptions(input.options);
  return (
    <TokenField
      label={label}
      help={input.help}
      error={error}
      values={value}
      before={before}
      options={options}
      none="No matches"
      placeholder={options ? 'Type to choose' : undefined}
      onChange={onChange}
    />
  );
}

function Traits({ input, value = {}, before, error, onChange }: InputProps<KindValue['traits']>) {
  const names = [...new Set([...(input.keys ?? []), ...Object.keys(value)])];
  return (
    <div className="grid g6">
      {names.map((name) => (
        <TokenField
          key={name}
          inline
          label={name}
          values={value[name] ?? []}
          before={before && (before[name] ?? [])}
          placeholder="none"
          onChange={(values) => onChange({ ...value, [name]: values })}
        />
      ))}
      <p className={error === undefined ? styles.help : styles.error}>{error ?? input.help}</p>
    </div>
  );
}

/** The input of each kind. */
export const inputs: { [K in Kind]: InputOf<K> } = {
  text: ({ value, before, ...props }) => <Text {...props} value={String(value ?? '')} before={String(before ?? '')} />,
  mono: (props) => <Text {...props} machine />,
  person: (props) => <Text {...props} />,
  chips: (props) => <Chips {...props} />,
  traits: (props) => <Traits {...props} />,
  labels: shown('labels'),
  endpoint: shown('endpoint'),
  state: shown('state'),
  time: shown('time'),
  moment: shown('moment'),
  since: shown('since'),
  length: shown('length'),
  sign: shown('sign'),
  people: shown('people'),
  pairs: shown('pairs'),
  day: shown('day'),
  until: shown('until'),
  yaml: shown('yaml'),
};
