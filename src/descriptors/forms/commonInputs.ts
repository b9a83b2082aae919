import type { DocumentInput, FormSection } from '../documentTypes.ts';

/** What every document has besides its name (resource-specs §0.2). */
export const description: DocumentInput = {
  path: 'metadata.description',
  label: 'Description',
  words: true,
  help: '',
};

/** `resource`: whose labels are offered. */
export const labels = (resource: string): DocumentInput => ({
  path: 'metadata.labels',
  label: 'Labels',
  labelsOf: resource,
});

/** Labels, and labels whose value a command prints. */
export const labelSection = (resource: string, dynamic = true): FormSection => ({
  title: 'Labels',
  text: 'Roles grant access by labels, and lists filter by them.',
  inputs: [
    { ...labels(resource), help: '' },
    ...(dynamic ? [{ path: 'spec.dynamic_labels', label: 'Labels from commands' }] : []),
  ],
});

/** What connectors have in common. */
export const display: DocumentInput = {
  path: 'spec.display',
  label: 'Name on the button',
  half: true,
  words: true,
  help: 'Shown on the sign-in page',
};
export const clientId: DocumentInput = { path: 'spec.client_id', label: 'Client ID', half: true };
export const clientSecret: DocumentInput = { path: 'spec.client_secret', label: 'Client secret' };
export const ROLES = { source: 'roles', label: 'Roles given', options: 'roles' } as const;
