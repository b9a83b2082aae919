import { PredicateChip } from '../../../ui/Chips.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { handleSubmit } from '../../../ui/plain/Field.tsx';
import { addLabel, type Labels, type LabelValues, type NewLabel } from './labels.ts';
import styles from './parts.module.css';
import { IdentifierField } from './IdentifierField.tsx';

type Props = {
  title: string;
  help?: string;
  labels: Labels;
  /** The open form for another label, if any. */
  form: NewLabel | undefined;
  onChange: (patch: Partial<LabelValues>) => void;
};

/** Labels as chips, with a form for another one. */
export function LabelsField({ title, help, labels, form, onChange }: Props) {
  const setForm = (newLabel: NewLabel | undefined) => onChange({ newLabel });
  const add = () => {
    if (!form) return;
    const { fault, labels: changed } = addLabel(labels, form);
    if (fault !== undefined) return setForm({ ...form, fault });
    onChange({ labels: changed, newLabel: undefined });
  };
  return (
    <section className="stack g6" aria-label={title}>
      <h3 className={styles.subtitle}>{title}</h3>
      {help !== undefined && <p className="t3 small">{help}</p>}
      <div className="row g6 wrap">
        {Object.entries(labels).map(([name, value]) => (
          <PredicateChip
            key={name}
            field={name}
            operator="="
            value={value}
            onRemove={() =>
              onChange({ labels: Object.fromEntries(Object.entries(labels).filter(([other]) => other !== name)) })
            }
          />
        ))}
        {!form && (
          <Button kind="quiet" icon="plus" onClick={() => setForm({ name: '', value: '' })}>
            Add label
          </Button>
        )}
      </div>
      {form && (
        <form className={styles.newLabel} noValidate onSubmit={handleSubmit(add)}>
          <IdentifierField
            label="Name"
            autoFocus
            error={form.fault}
            value={form.name}
            onChange={(name) => setForm({ ...form, name, fault: undefined })}
          />
          <IdentifierField
            label="Value"
            value={form.value}
            onChange={(value) => setForm({ ...form, value, fault: undefined })}
          />
          <Button type="submit" size="form">
            Add
          </Button>
          <Button size="form" kind="quiet" onClick={() => setForm(undefined)}>
            Cancel
          </Button>
        </form>
      )}
    </section>
  );
}
