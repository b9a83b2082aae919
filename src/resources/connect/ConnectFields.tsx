import { useId, useState } from 'react';
import { at, isObject, type JsonObject } from '../../lib/json.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import type { ConnectSchema } from '../../wire/connect.ts';
import styles from './connect.module.css';
import { chosenOf, titleOf, type FieldPath } from './connectForm.ts';
import { SecretInput } from './SecretInput.tsx';
import { TextArea } from './TextArea.tsx';

/** The state that all fields of the form share. */
export type ConnectFormState = {
  values: JsonObject;
  /** The server's values. */
  stored: JsonObject;
  change: (path: FieldPath, value: unknown) => void;
  fault: { path: FieldPath; message: string } | undefined;
  /** Suggested names for a field. */
  suggest: (path: FieldPath) => readonly string[];
};

type Props = { form: ConnectFormState; schema: ConnectSchema; path?: FieldPath };

/** The fields of a part of the settings, in the order of the schema. */
export function ConnectFields({ form, schema, path = [] }: Props) {
  const { properties = {}, 'x-one-of': oneOf = [] } = schema;
  // Groups come after the fields, because each has a legend at its start.
  const fields = Object.entries(properties).filter(([name]) => !oneOf.includes(name));
  const isPart = ([, field]: [string, ConnectSchema]) => field.type === 'object';
  return (
    <>
      {oneOf.length > 0 && <OneOf form={form} schema={schema} path={path} />}
      {[...fields.filter((field) => !isPart(field)), ...fields.filter(isPart)].map(([name, field]) => (
        <ConnectField key={name} form={form} schema={field} path={[...path, name]} />
      ))}
    </>
  );
}

function ConnectField({ form, schema, path }: Required<Props>) {
  const name = path.at(-1) ?? '';
  const label = titleOf(schema, name);
  if (isObject(schema.additionalProperties))
    return <Accounts form={form} schema={schema} each={schema.additionalProperties} path={path} label={label} />;
  if (schema.properties)
    return (
      <fieldset className={styles.part}>
        <legend>{label}</legend>
        <ConnectFields form={form} schema={schema} path={path} />
      </fieldset>
    );
  return <Value form={form} schema={schema} path={path} label={label} />;
}

function Value({ form, schema, path, label }: Required<Props> & { label: string }) {
  const listId = useId();
  const value = at(form.values, ...path);
  const error = form.fault?.path.join('.') === path.join('.') ? form.fault.message : undefined;
  const help = schema.description;
  const change = (next: unknown) => form.change(path, next);
  const text = typeof value === 'string' ? value : '';
  const isLong = schema['x-text'] === 'pem' || schema['x-text'] === 'yaml';
  if (schema.format === 'secret') {
    const isStored = at(form.stored, ...path) === true;
    return <SecretInput {...{ label, help, error, isLong, isStored, value }} onChange={change} />;
  }
  if (schema.enum) {
    const options = ['', ...schema.enum].map((option) => ({ value: option, label: option || 'Default' }));
    return <SelectField {...{ label, help, error, options }} value={text} onChange={change} />;
  }
  if (isLong) return <TextArea {...{ label, help, error }} value={text} onChange={change} />;
  const suggested = form.suggest(path);
  return (
    <div>
      <TextField
        {...{ label, help, error }}
        value={text}
        onChange={change}
        className="mono"
        spellCheck={false}
        autoComplete="off"
        list={listId}
      />
      <datalist id={listId}>
        {suggested.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  );
}

/** The values of one alternative stay while the other one is shown. */
function OneOf({ form, schema, path }: Required<Props>) {
  const { properties = {}, 'x-one-of': names = [] } = schema;
  const [left, setLeft] = useState<JsonObject>({});
  const values = at(form.values, ...path);
  const chosen = chosenOf(schema, values);
  const choose = (name: string) => {
    setLeft({ ...left, [chosen]: at(values, chosen) });
    form.change(path, { ...(isObject(values) && values), [chosen]: undefined, [name]: left[name] ?? {} });
  };
  const field = properties[chosen];
  return (
    <>
      <Segmented
        label="Protocol"
        value={chosen}
        segments={Object.fromEntries(names.map((name) => [name, titleOf(properties[name], name)]))}
        onChange={choose}
      />
      {field && <ConnectFields form={form} schema={field} path={[...path, chosen]} />}
    </>
  );
}

type AccountsProps = Required<Props> & { each: ConnectSchema; label: string };

/** A map whose keys the user chooses. */
function Accounts({ form, schema, each, path, label }: AccountsProps) {
  const [name, setName] = useState('');
  const map = at(form.values, ...path);
  const names = Object.keys(isObject(map) ? map : {});
  const fresh = name.trim();
  const add = () => {
    form.change([...path, fresh], {});
    setName('');
  };
  return (
    <fieldset className={styles.part}>
      <legend>{label}</legend>
      <p className="small t3">{schema.description}</p>
      {names.map((name) => (
        <div key={name} className={styles.account} role="group" aria-label={name}>
          <div className={styles.head}>
            <strong className="mono">{name}</strong>
            <span className="grow" />
            <IconButton icon="x" label={`Remove ${name}`} onClick={() => form.change([...path, name], undefined)} />
          </div>
          <ConnectFields form={form} schema={each} path={[...path, name]} />
        </div>
      ))}
      <div className={styles.add}>
        <TextField
          label="Database user"
          className="mono"
          spellCheck={false}
          autoComplete="off"
          value={name}
          error={names.includes(fresh) ? 'This user is in the list' : undefined}
          onChange={setName}
        />
        <Button
          size="form"
          icon="plus"
          off={fresh === '' ? 'Enter a database user' : names.includes(fresh) ? 'This user is in the list' : undefined}
          onClick={add}
        >
          Add account
        </Button>
      </div>
    </fieldset>
  );
}
