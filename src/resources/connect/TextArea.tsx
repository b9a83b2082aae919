import { Field } from '../../ui/plain/Field.tsx';

type Props = {
  label: string;
  help: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** For pasted certificates, keys and kubeconfigs. */
export const TextArea = ({ label, help, error, value, onChange }: Props) => (
  <Field label={label} error={error} help={help}>
    {(aria) => (
      <textarea
        {...aria}
        className="area box typing mono"
        rows={Math.min(10, Math.max(3, value.split('\n').length))}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);
