import { Field } from '../../ui/plain/Field.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { PasswordField } from '../../ui/plain/PasswordField.tsx';
import { TextArea } from './TextArea.tsx';

type Props = {
  label: string;
  help: string | undefined;
  error: string | undefined;
  /** Several lines: a key, a kubeconfig. */
  isLong: boolean;
  /** The server has a value. */
  isStored: boolean;
  /** `true` keeps the stored value, null removes it, a text replaces it. Undefined: there is none. */
  value: unknown;
  onChange: (value: string | true | null | undefined) => void;
};

/** A stored secret can be replaced or removed, but never read. */
export function SecretInput({ label, help, error, isLong, isStored, value, onChange }: Props) {
  if (isStored && (value === true || value === null))
    return (
      <Field label={label} error={error} help={value === null ? 'Removed when you save' : help}>
        {(aria) => (
          <span className="row g6">
            <output {...aria} className="t2">
              {value === null ? 'Removed' : 'Set'}
            </output>
            <span className="grow" />
            {value === null ? (
              <Button onClick={() => onChange(true)}>
                Keep<span className="vh"> {label}</span>
              </Button>
            ) : (
              <>
                <Button onClick={() => onChange('')}>
                  Replace<span className="vh"> {label}</span>
                </Button>
                <Button onClick={() => onChange(null)}>
                  Remove<span className="vh"> {label}</span>
                </Button>
              </>
            )}
          </span>
        )}
      </Field>
    );
  const text = typeof value === 'string' ? value : '';
  const keep = isStored && (
    <Button onClick={() => onChange(true)}>
      Keep the stored one<span className="vh"> {label}</span>
    </Button>
  );
  return (
    <div className="grid g6">
      {isLong ? (
        <TextArea label={label} help={help} error={error} value={text} onChange={onChange} />
      ) : (
        <PasswordField
          label={label}
          help={help}
          error={error}
          autoComplete="new-password"
          autoFocus={isStored}
          value={text}
          onChange={onChange}
        />
      )}
      {keep && <div>{keep}</div>}
    </div>
  );
}
