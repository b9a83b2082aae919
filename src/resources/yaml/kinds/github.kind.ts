import { code, phrase } from '../../../lib/sentence.ts';
import { textAt, textsAt } from '../../../lib/json.ts';
import { objectsAt } from '../../../lib/objectsAt.ts';
import type { EditorKind, Fault } from './kind.ts';
import { fieldPath, type MessagePattern } from './errorLocation.ts';
import { namesInRules, connectorReview, type SignInRule } from './kindReview.ts';

const TEAMS = ['teams_to_roles', 'teams_to_logins'] as const;
/** The deprecated list has another key for roles (resource-specs §3). */
const ROLES = { teams_to_roles: 'roles', teams_to_logins: 'logins' } as const;

const rulesOf = (document: unknown): readonly SignInRule[] =>
  TEAMS.flatMap((list) =>
    objectsAt(document, 'spec', list).map((rule) => ({
      who: phrase`Users in ${code([textAt(rule, 'organization'), textAt(rule, 'team')].filter(Boolean).join('/'))}`,
      isAnybody: false,
      roles: textsAt(rule, ROLES[list]),
    })),
  );

/** Errors that only a cluster can find (http-resources §11.3). */
const REFUSALS: readonly MessagePattern[] = [
  [
    /^GitHub organization (\S+) uses external SSO/,
    ([organization = ''], document) => {
      const paths = TEAMS.map((list) => fieldPath(document, ['spec', list], 'organization', organization));
      return paths.find(({ length }) => length > 2) ?? paths[0];
    },
  ],
];

const github: EditorKind = {
  refusals: REFUSALS,
  validate(document): Fault | undefined {
    const fault = (message: string, ...path: Fault['path']): Fault => ({ severity: 'error', path, message });
    const version = textAt(document, 'version');
    if (version !== 'v3') return fault(`A GitHub connector must have version v3, not “${version}”`, 'version');
    if (TEAMS.every((list) => objectsAt(document, 'spec', list).length === 0))
      return fault('No team is listed, so no user could sign in', 'spec', 'teams_to_roles');
    for (const list of TEAMS) {
      const nameless = objectsAt(document, 'spec', list).findIndex((rule) => textAt(rule, 'team') === '');
      if (nameless >= 0) return fault('A team has no name', 'spec', list, nameless, 'team');
    }
    return undefined;
  },
  roleNames: (document) => TEAMS.flatMap((list) => namesInRules(document, ['spec', list], ROLES[list])),
  ...connectorReview({ addresses: ['endpoint_url', 'api_endpoint_url'], lists: TEAMS, rulesOf }),
};
export default github;
