import type { DocumentInput, FormSection } from '../documentTypes.ts';

/** An input of a value below `spec`. */
export const field = (path: string, label: string, more: Partial<DocumentInput> = {}): DocumentInput => ({
  path: `spec.${path}`,
  label,
  ...more,
});
/** The same with half width. */
export const half: typeof field = (path, label, more) => field(path, label, { half: true, ...more });

/** The field of every document besides its name (resource-specs §0.2). */
export const description: DocumentInput = { path: 'metadata.description', label: 'Description', words: true, help: '' };

/** Labels, and labels with the output of a command. `resource`: the one that provides the suggestions. */
export const labelSection = (resource: string, dynamic = true): FormSection => ({
  title: 'Labels',
  text: 'Roles grant access by labels, and lists filter by them.',
  inputs: [
    { path: 'metadata.labels', label: 'Labels', labelsOf: resource, help: '' },
    ...(dynamic ? [{ path: 'spec.dynamic_labels', label: 'Labels from commands' }] : []),
  ],
});

/** The common inputs of connectors. */
export const oauthClient: readonly DocumentInput[] = [
  half('display', 'Name on the button', { words: true, help: 'Shown on the sign-in page' }),
  half('client_id', 'Client ID'),
  field('client_secret', 'Client secret'),
];
export const ROLES = { source: 'roles', label: 'Roles given', options: 'roles' } as const;
