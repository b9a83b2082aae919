import type { DocumentKind } from './kind.ts';

const role: DocumentKind = {
  heldBy: { resource: 'users', field: 'roles' },
  takesEffect:
    'At their next sign-in or renewal, at most 10 minutes from now. Open sessions keep the rights they started with.',
};
export default role;
