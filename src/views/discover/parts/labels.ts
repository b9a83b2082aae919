import { LABEL_VALUE_MAX_CHARS } from '../../../wire/constants.ts';

export type Labels = Readonly<Record<string, string>>;

/** Keys that a document can have (resource-specs §0.2). */
const LABEL_KEY = /^[a-zA-Z/.0-9_:*-]+$/;

/** A label in the form, not added yet. */
export type NewLabel = { name: string; value: string; fault?: string | undefined };

/** Labels of a flow and the form for another one, if open. */
export type LabelValues = { labels: Labels; newLabel?: NewLabel | undefined };

/** Whether the form contains text. */
export const isTyped = (label: NewLabel | undefined): boolean =>
  label !== undefined && (label.name + label.value).trim() !== '';

/** Adds the label in the form. `fault`: why it is not a valid label yet. */
export function addLabel(labels: Labels, label: NewLabel): { labels: Labels; fault?: string } {
  const [name, value] = [label.name.trim(), label.value.trim()];
  const fault = labelFault(labels, name, value);
  return fault === undefined ? { labels: { ...labels, [name]: value } } : { labels, fault };
}

/** Adds the label of an open form when Next is pressed. Undefined: the label is invalid, and the form shows why. */
export function takeLabels(
  { labels, newLabel }: LabelValues,
  onChange: (patch: Partial<LabelValues>) => void,
): Labels | undefined {
  if (!newLabel) return labels;
  if (!isTyped(newLabel)) {
    onChange({ newLabel: undefined });
    return labels;
  }
  const added = addLabel(labels, newLabel);
  if (added.fault !== undefined) onChange({ newLabel: { ...newLabel, fault: added.fault } });
  else onChange({ labels: added.labels, newLabel: undefined });
  return added.fault === undefined ? added.labels : undefined;
}

/** What is wrong with a label to be added. Undefined: nothing. */
export function labelFault(labels: Labels, name: string, value: string): string | undefined {
  if (name === '') return 'Enter a name';
  if (!LABEL_KEY.test(name)) return 'A name has the letters a to z, digits and / . _ : * - only';
  if (name.startsWith('teleport.')) return 'Names that begin with “teleport.” belong to the server';
  if (Object.hasOwn(labels, name)) return 'The label exists already';
  if (value.length > LABEL_VALUE_MAX_CHARS) return `A value has at most ${LABEL_VALUE_MAX_CHARS} characters`;
  return value === '' ? 'Enter a value' : undefined;
}
