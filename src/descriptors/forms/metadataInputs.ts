import type { DocumentInput, FormSection } from '../documentTypes.ts';

/** What every document has besides its name (resource-specs §0.2). */
export const description: DocumentInput = {
  path: 'metadata.description',
  label: 'Description',
  words: true,
};

/** Labels, and labels whose value a command prints; `resource`: whose labels are offered. */
export const labelSection = (resource: string, dynamic = true): FormSection => ({
  title: 'Labels',
  text: 'Roles choose by them what people reach, and lists filter by them.',
  inputs: [
    { path: 'metadata.labels', label: 'Labels', labelsOf: resource },
    ...(dynamic ? [{ path: 'spec.dynamic_labels', label: 'Labels from commands' }] : []),
  ],
});
