import { allOf, sentence } from '../../access/review/sentence.ts';
import type { Sentence } from '../../access/review/sentence.ts';
import { formatCount } from '../../lib/numbers.ts';
import { countOf, many } from '../words.ts';
import type { Reach, ResourceReach } from './useRoleReach.ts';

/** `38 of the 1 500 servers loaded`, `38 of 40 servers`: a count always with its base. */
export const countedOver = (
  count: number,
  { resource, loaded, total }: Pick<ResourceReach, 'resource' | 'loaded' | 'total'>,
): string =>
  total > loaded
    ? `${formatCount(count)} of the ${formatCount(loaded)} ${many(resource)} loaded`
    : `${formatCount(count)} of ${countOf(resource, total)}`;

/** `the 1 000 of 10 000 servers`, `40 servers`: the base alone, where several counts stand over it. */
export const baseOf = ({
  resource,
  things,
  total,
}: {
  resource: ResourceReach['resource'];
  things: readonly unknown[];
  total: number;
}): string =>
  total > things.length
    ? `the ${formatCount(things.length)} of ${countOf(resource, total)}`
    : countOf(resource, things.length);

const NAMES_SHOWN = 3;

const namesOf = (things: readonly { name: string }[]): string => {
  const names = things.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const rest = things.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${formatCount(rest)} more` : allOf(names);
};

/** What a change of a role makes appear and vanish, as effects of a review; nothing where it moves nothing. */
export function reachSentences({ role, kinds }: Reach): readonly Sentence[] {
  const asRoot = role.spec.allow.logins.includes('root');
  return kinds.flatMap((kind) => {
    const { resource, appear, vanish, loaded } = kind;
    const isEverything = appear.length > 1 && kind.grants.length === loaded;
    const withRoot = asRoot && resource.access.kind === 'node';
    const say = (things: readonly { name: string }[], does: string, isFlagged: boolean): Sentence[] =>
      things.length === 0
        ? []
        : [sentence(`${countOf(resource, things.length)} ${does}: ${namesOf(things)}`, isFlagged)];
    const [comes, goes] = [appear.length === 1 ? 'appears' : 'appear', vanish.length === 1 ? 'vanishes' : 'vanish'];
    const how = `${comes}${withRoot ? ' with the login root' : ''}${isEverything ? `, which is all of the ${formatCount(loaded)} loaded` : ''}`;
    return [...say(appear, how, withRoot || isEverything), ...say(vanish, goes, false)];
  });
}

/** What moves, without names: `12 servers appear, 1 vanishes`. '' for nothing. */
export const movesWords = ({ kinds }: Reach): string =>
  kinds
    .flatMap(({ resource, appear, vanish }) => [
      ...(appear.length > 0
        ? [`${countOf(resource, appear.length)} ${appear.length === 1 ? 'appears' : 'appear'}`]
        : []),
      ...(vanish.length > 0
        ? [`${countOf(resource, vanish.length)} ${vanish.length === 1 ? 'vanishes' : 'vanish'}`]
        : []),
    ])
    .join(', ');
