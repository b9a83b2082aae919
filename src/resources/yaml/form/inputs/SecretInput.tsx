import { useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Field } from '../../../../ui/plain/Field.tsx';
import { PasswordField } from '../../../../ui/plain/PasswordField.tsx';
import { FieldLabel } from '../FieldParts.tsx';
import styles from '../DocumentForm.module.css';

type Props = {
  label: string;
  path: string;
  help: string | undefined;
  /** The server has the document, and so may have a value. */
  isKept: boolean;
  /** The text contains a value. */
  isInText: boolean;
  /** Entered here and not saved yet. */
  typed: string | undefined;
  off: string | undefined;
  error: string | undefined;
  /** Undefined keeps the server's value. */
  onType: (value: string | undefined) => void;
};

/** A value that is never shown. It can only be replaced. */
export function SecretInput({ label, path, help, isKept, isInText, typed, off, error, onType }: Props) {
  const [replaces, setReplaces] = useState(false);
  const head = <FieldLabel label={label} path={path} />;
  if (replaces || typed !== undefined || (!isKept && !isInText))
    return (
      <div className={styles.secret}>
        <PasswordField
          label={head}
          hides={label}
          autoComplete="new-password"
          help={typed ? 'Not part of the draft. Enter it again after a reload.' : help}
          error={error}
          value={typed ?? ''}
          autoFocus={replaces}
          readOnly={off !== undefined}
          onChange={(value) => onType(value === '' ? undefined : value)}
        />
        {isKept && (
          <Button
            kind="quiet"
            onClick={() => {
              setReplaces(false);
              onType(undefined);
            }}
          >
            Keep the old value
          </Button>
        )}
      </div>
    );
  return (
    <Field label={head} help={help} error={error}>
      {(aria) => (
        <div className={styles.kept}>
          <output {...aria} className="cut">
            {isInText ? 'Entered in the text' : 'Stored by the server, never shown'}
          </output>
          <Button
            kind="quiet"
            size="inline"
            off={off}
            aria-label={`Replace ${label}`}
            onClick={() => setReplaces(true)}
          >
            Replace
          </Button>
        </div>
      )}
    </Field>
  );
}
