import { Check } from '../../../../ui/Check.tsx';
import { Segmented } from '../../../../ui/plain/Segmented.tsx';
import styles from '../DocumentForm.module.css';
import { FieldFoot, FieldHead, PathCode } from '../FieldParts.tsx';
import { pathText } from '../../problems/problem.ts';
import type { InputProps } from '../inputProps.ts';

/** On or off. A value that equals the default is left out, unless the text already has it. */
export function SwitchInput({
  input,
  path,
  value,
  help,
  error,
  tools,
  byDefault,
}: InputProps & { byDefault: boolean }) {
  const isOn = typeof value === 'boolean' ? value : byDefault;
  return (
    <div>
      <div className={styles.checkLine}>
        <Check state={isOn ? 'on' : 'off'} onChange={() => tools.change(path, !isOn === byDefault ? undefined : !isOn)}>
          {input.label}
        </Check>
        <PathCode path={pathText(path)} />
      </div>
      <FieldFoot help={help} error={error} />
    </div>
  );
}

type Choice = 'default' | 'on' | 'off';

/** On, off, or the server's default: a document distinguishes all three. */
export function TriStateInput({
  input,
  path,
  value,
  label,
  help,
  error,
  tools,
  byDefault,
}: InputProps & { byDefault: unknown }) {
  const word = byDefault === true ? 'Default: on' : byDefault === false ? 'Default: off' : 'Not set';
  const chosen: Choice = value === true ? 'on' : value === false ? 'off' : 'default';
  return (
    <div className={styles.triState}>
      <FieldHead>{label}</FieldHead>
      <Segmented
        label={input.label}
        value={chosen}
        segments={{ default: word, on: 'On', off: 'Off' }}
        onChange={(next) => tools.change(path, next === 'default' ? undefined : next === 'on')}
      />
      <FieldFoot help={help} error={error} />
    </div>
  );
}
