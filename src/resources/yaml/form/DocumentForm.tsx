import { at } from '../../../lib/json.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Note } from '../../../ui/plain/Note.tsx';
import type { DocumentForm as Form } from '../../../descriptors/documentTypes.ts';
import type { Secret } from '../../../wire/secretText.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import { pathText } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import styles from './DocumentForm.module.css';
import { faultOf, inputsOf, onlyInText, stepsOf } from './formField.ts';
import { FormInput } from './FormInput.tsx';
import { SecretInput } from './SecretInput.tsx';

type Props = {
  form: Form;
  /** Paths of values that nobody is shown. */
  secrets: readonly YamlPath[];
  schema: LoadedSchema;
  isNew: boolean;
  /** What the text says; undefined where it cannot be read. */
  value: unknown;
  /** What the server has, and when it was read. */
  before: unknown;
  readAtMs: number;
  problems: readonly Problem[];
  /** Secrets that were entered here. */
  typed: readonly Secret[];
  /** Why nothing can be changed. */
  off: string | undefined;
  onChange: (path: YamlPath, value: unknown) => void;
  onSecret: (path: YamlPath, value: string | undefined) => void;
  /** Somebody goes to the field of this path, as text. */
  onFocus: (path: string) => void;
};

/** The document as fields. Its text is the truth: each change is written into it, and what it says is shown here. */
export function DocumentForm(props: Props) {
  const { form, secrets, schema, isNew, value, before, readAtMs, problems, typed, off, onChange, onSecret, onFocus } =
    props;
  const inputs = inputsOf(form, isNew);
  const isSecret = (path: string) => secrets.some((secret) => secret.join('.') === path);
  const rest = onlyInText(inputs, value);
  return (
    <section
      className={styles.form}
      aria-label={form.title}
      onFocus={({ target }) => {
        const path = target.closest<HTMLElement>('[data-path]')?.dataset['path'];
        if (path !== undefined) onFocus(path);
      }}
    >
      <h2>{form.title}</h2>
      <p className={styles.about}>{form.text}</p>
      {value === undefined ? (
        <Note kind="warn" title="The text cannot be read.">
          The fields are back as soon as its first mistake is mended.
        </Note>
      ) : (
        <fieldset className={styles.fields} disabled={off !== undefined}>
          <legend className="vh">{form.title}</legend>
          {inputs.map((input) => {
            const steps = stepsOf(input);
            const fault = faultOf(problems, input.path);
            const error = fault?.severity === 'error' ? fault.message : undefined;
            // A warning blocks nothing: it is said in place of the help, without the colour of an error.
            const help = fault?.severity === 'warning' ? fault.message : input.help;
            const own = at(value, ...steps);
            return (
              <div key={input.path} data-path={input.path} className={cx(styles.field, input.half && styles.half)}>
                {isSecret(input.path) ? (
                  <SecretInput
                    key={readAtMs}
                    label={input.label}
                    path={input.path}
                    help={help}
                    isKept={!isNew}
                    isInText={own !== undefined && own !== null && own !== ''}
                    typed={typed.find(({ path }) => path.join('.') === input.path)?.value}
                    off={off}
                    error={error}
                    onType={(text) => onSecret(steps, text)}
                  />
                ) : (
                  <FormInput
                    input={{ ...input, help }}
                    schema={schema}
                    value={own}
                    before={at(before, ...steps)}
                    error={error}
                    off={off}
                    onChange={onChange}
                  />
                )}
              </div>
            );
          })}
          {rest.length > 0 && (
            <div className={styles.field}>
              <h3>Only in YAML</h3>
              <ul className={styles.rest}>
                {rest.map((path) => (
                  <li key={pathText(path)}>
                    <button type="button" className="link mono" onClick={() => onFocus(pathText(path))}>
                      {pathText(path)}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </fieldset>
      )}
    </section>
  );
}
