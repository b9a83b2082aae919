import { code, phrase } from '../../../lib/sentence.ts';
import { at, textAt, textsAt } from '../../../lib/json.ts';
import { objectsAt } from '../../../lib/objectsAt.ts';
import type { EditorKind, Fault } from './kind.ts';
import { namesInRules, connectorReview, type SignInRule } from './kindReview.ts';

/** Values that match every user with the claim. */
const ANY = new Set(['*', '^.*$', '^.+$']);

const rulesOf = (document: unknown): readonly SignInRule[] =>
  objectsAt(document, 'spec', 'claims_to_roles').map((rule) => {
    const [claim, value] = [textAt(rule, 'claim'), textAt(rule, 'value')];
    const isAnybody = ANY.has(value);
    const who = isAnybody
      ? phrase`All users with the claim ${code(claim)}`
      : phrase`Users with ${code(`${claim} = ${value}`)}`;
    return { who, isAnybody, roles: textsAt(rule, 'roles') };
  });

/** Parts of a rule that must not be empty, and their error messages (resource-specs §4.2). */
const PARTS = [
  ['claim', 'A rule has no claim'],
  ['value', 'A rule has no value for its claim'],
  ['roles', 'A rule has no roles'],
] as const;

const oidc: EditorKind = {
  validate(document): Fault | undefined {
    const fault = (message: string, ...path: Fault['path']): Fault => ({ severity: 'error', path, message });
    const version = textAt(document, 'version');
    if (version !== 'v3' && version !== 'v2')
      return fault(`An OIDC connector must have version v3, not “${version}”`, 'version');
    const spec = at(document, 'spec');
    if (textAt(spec, 'issuer_url') === '') return fault('The address of the provider is missing', 'spec', 'issuer_url');
    if (textAt(spec, 'client_id') === '') return fault('The client ID is missing', 'spec', 'client_id');
    if (textsAt(spec, 'redirect_url').join('') === '')
      return fault('The callback address is missing', 'spec', 'redirect_url');
    const rules = objectsAt(spec, 'claims_to_roles');
    if (rules.length === 0) return fault('No claim is listed, so no user could sign in', 'spec', 'claims_to_roles');
    for (const [i, rule] of rules.entries())
      for (const [part, message] of PARTS)
        if (textsAt(rule, part).join('') === '') return fault(message, 'spec', 'claims_to_roles', i, part);
    return undefined;
  },
  roleNames: (document) => namesInRules(document, ['spec', 'claims_to_roles'], 'roles'),
  ...connectorReview({ addresses: ['issuer_url'], lists: ['claims_to_roles'], rulesOf }),
};
export default oidc;
