import type { EditorKind } from './kind.ts';
import { itemPath, type MessagePattern } from './errorLocation.ts';

const ROLES = ['spec', 'roles'];

/** Messages of a cluster (resource-specs §7). */
const REFUSALS: readonly MessagePattern[] = [
  [
    /^provisioning token is missing roles$|^role (.+) is (?:not registered|duplicated)$/,
    ([role], document) => itemPath(document, ROLES, (item) => String(item) === role),
  ],
  [/^allow rules? |\bjoin method (?:requires|does not)/, () => ['spec', 'allow']],
  [/^unknown join method /, () => ['spec', 'join_method']],
];

const token: EditorKind = { refusals: REFUSALS, takesEffect: 'At once. Agents that already joined stay.' };
export default token;
