export type Labels = Readonly<Record<string, string>>;

/** Keys that a document may have (resource-specs §0.2). */
const LABEL_KEY = /^[a-zA-Z/.0-9_:*-]+$/;

/** What is wrong with a label that is to be added; undefined: nothing. */
export function labelFault(labels: Labels, name: string, value: string): string | undefined {
  if (name === '') return 'Enter a name';
  if (!LABEL_KEY.test(name)) return 'A name has the letters a to z, digits and / . _ : * - only';
  if (name.startsWith('teleport.')) return 'Names that begin with “teleport.” belong to the server';
  if (Object.hasOwn(labels, name)) return 'The label exists already';
  return value === '' ? 'Enter a value' : undefined;
}
