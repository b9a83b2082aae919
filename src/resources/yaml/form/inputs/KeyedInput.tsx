import { useId, useMemo, useState } from 'react';
import { at, isObject } from '../../../../lib/json.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { TextField } from '../../../../ui/plain/TextField.tsx';
import { TokenField } from '../../../../ui/TokenField.tsx';
import { pathText } from '../../problems/problem.ts';
import styles from '../DocumentForm.module.css';
import { FieldFoot, FieldHead, FaultText } from '../FieldParts.tsx';
import { faultOf, oneText, textsOf } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';
import { seenLabels, useLoadedLabels } from '../useLoadedLabels.ts';
import { MatchCount } from './MatchCount.tsx';
import { isTemplate } from './NamesInput.tsx';

type Props = InputProps & {
  /** Keys may have several values each. */
  several: boolean;
};

/** A map, one line for each key. A new line is written once it has both key and value. */
export function KeyedInput({ input, path, value, before, label, help, error, problems, off, tools, several }: Props) {
  const loaded = useLoadedLabels(input.labelsOf);
  const labels = useMemo(() => seenLabels(loaded), [loaded]);
  const [fresh, setFresh] = useState<{ key: string; values: readonly string[] }>();
  const listId = useId();
  const fields = isObject(value) ? value : {};
  const keys = Object.keys(fields);
  const selector = useMemo(
    () => Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([key, entry]) => [key, textsOf(entry)])),
    [value],
  );
  const write = (key: string, values: readonly string[]) => {
    const field = fields[key];
    const [first = ''] = values;
    tools.change(
      [...path, key],
      values.length === 1 && !Array.isArray(field) ? first : values.length === 0 ? '' : values,
    );
  };
  const begin = (next: { key: string; values: readonly string[] }) => {
    const isWhole = next.key.trim() !== '' && next.values.length > 0 && !keys.includes(next.key.trim());
    setFresh(isWhole ? undefined : next);
    if (isWhole) write(next.key.trim(), next.values);
  };
  const values = (key: string, value: unknown, onChange: (texts: readonly string[]) => void) => {
    const problem = faultOf(problems, pathText([...path, key]));
    const shared = {
      label: <span className="vh">{`Value of ${key || 'the new line'}`}</span>,
      error: problem && <FaultText problem={problem} onFix={tools.fix} />,
    };
    if (!several)
      return (
        <TextField
          {...shared}
          className="mono"
          readOnly={off !== undefined}
          value={oneText(value) ?? ''}
          onChange={(text) => onChange([text])}
        />
      );
    const old = at(before, key);
    return (
      <TokenField
        {...shared}
        values={textsOf(value)}
        before={before === undefined ? undefined : textsOf(old)}
        options={[...(labels.get(key) ?? []), '*']}
        open
        typedFirst
        lookOf={(name) => (isTemplate(name) ? 'template' : undefined)}
        onChange={onChange}
      />
    );
  };
  const isClash = fresh !== undefined && keys.includes(fresh.key.trim());
  return (
    <div role="group" aria-label={input.label} className={styles.keyed}>
      <FieldHead>{label}</FieldHead>
      <datalist id={listId}>
        {[...labels.keys()].sort().map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {keys.map((key) => (
        <div key={key} className={styles.keyedLine} data-path={pathText([...path, key])}>
          <KeyField
            name={key}
            usedKeys={keys}
            listId={listId}
            off={off}
            onRename={(next) => tools.rename([...path, key], next)}
          />
          <span className="t3" aria-hidden>
            {several ? '=' : ':'}
          </span>
          {values(key, fields[key], (texts) => write(key, texts))}
          <IconButton
            icon="x"
            label={`Remove ${key}`}
            off={off}
            onClick={() => tools.change([...path, key], undefined)}
          />
        </div>
      ))}
      {fresh && (
        <div className={styles.keyedLine}>
          <TextField
            label={<span className="vh">New key</span>}
            className="mono"
            list={listId}
            autoFocus
            spellCheck={false}
            autoComplete="off"
            error={isClash ? 'This key already exists' : undefined}
            value={fresh.key}
            onChange={(key) => setFresh({ ...fresh, key })}
            onBlur={() => begin(fresh)}
          />
          <span className="t3" aria-hidden>
            {several ? '=' : ':'}
          </span>
          {several ? (
            values(fresh.key.trim(), fresh.values, (texts) => begin({ ...fresh, values: texts }))
          ) : (
            <FreshText onEnter={(text) => begin({ ...fresh, values: [text] })} />
          )}
          <IconButton icon="x" label="Remove the new line" onClick={() => setFresh(undefined)} />
        </div>
      )}
      <span className={styles.add}>
        <Button kind="quiet" icon="plus" off={off} onClick={() => setFresh({ key: '', values: [] })}>
          {input.add ?? 'Add label'}
        </Button>
      </span>
      {loaded && several && <MatchCount selector={selector} loaded={loaded} />}
      <FieldFoot help={help} error={error} />
    </div>
  );
}

type KeyProps = {
  name: string;
  usedKeys: readonly string[];
  listId: string;
  off: string | undefined;
  onRename: (name: string) => void;
};

/** The key of a line. It is written when the field loses the focus, because a half-typed key would be another key. */
function KeyField({ name, usedKeys, listId, off, onRename }: KeyProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  const trimmed = text.trim();
  const isClash = trimmed !== name && usedKeys.includes(trimmed);
  const leave = () => {
    if (isClash || trimmed === '') return;
    setTyped(undefined);
    if (trimmed !== name) onRename(trimmed);
  };
  return (
    <TextField
      label={<span className="vh">{`Key ${name}`}</span>}
      className="mono"
      list={listId}
      spellCheck={false}
      autoComplete="off"
      readOnly={off !== undefined}
      error={isClash ? 'This key already exists' : trimmed === '' ? 'A key is needed' : undefined}
      value={text}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
    />
  );
}

function FreshText({ onEnter }: { onEnter: (text: string) => void }) {
  const [text, setText] = useState('');
  const leave = () => {
    if (text !== '') onEnter(text);
  };
  return (
    <TextField
      label={<span className="vh">Value of the new line</span>}
      className="mono"
      value={text}
      onChange={setText}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
    />
  );
}
