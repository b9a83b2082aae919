import type { DocumentInput } from '../documentTypes.ts';

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
