import { toRole } from '../role.ts';
import type { Role } from '../role.ts';
import { nameChanges } from './names.ts';
import { optionChanges } from './optionChanges.ts';
import { peopleChanges } from './peopleChanges.ts';
import { reachChanges } from './reach.ts';
import { ruleChanges } from './ruleChanges.ts';
import { plain } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/**
 * What a change of a role document does for those who hold it, flagged sentences first. `before` is undefined for a new
 * role. Both are compared as a server reads them: with defaults, without comments and unknown keys.
 */
export function reviewRole(before: unknown, after: unknown): readonly Sentence[] {
  const is = toRole(after);
  const was = before === undefined ? toRole({ version: 'v6' }) : toRole(before);
  const sentences = [
    ...nameChanges(was, is),
    ...reachChanges(was, is),
    ...ruleChanges(was, is),
    ...peopleChanges(was, is),
    ...optionChanges(was, is),
    ...(before === undefined ? [] : documentChanges(was, is)),
  ];
  if (sentences.length === 0)
    return [plain(before === undefined ? 'Allows nothing' : 'Changes nothing of what its holders may do')];
  return sentences.toSorted((a, b) => Number(b.flagged) - Number(a.flagged));
}

function documentChanges(was: Role, is: Role): readonly Sentence[] {
  return [
    ...(was.version === is.version ? [] : [plain(`The role is now read as ${is.version} instead of ${was.version}`)]),
    ...(was.metadata.expires === is.metadata.expires
      ? []
      : [
          plain(
            is.metadata.expires ? `The role now ends at ${is.metadata.expires}` : 'The role no longer ends by itself',
          ),
        ]),
  ];
}
