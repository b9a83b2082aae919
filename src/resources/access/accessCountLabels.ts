import { formatCount } from '../../lib/numbers.ts';
import { code, gain, listAll, loss, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';
import { countOf, pluralName } from '../resourceMessages.ts';
import type { Reach, ResourceReach } from './useRoleReach.ts';

/** `38 of the 1 500 servers loaded`, `38 of 40 servers`: a count together with its base. */
export const countedOver = (
  count: number,
  { resource, loaded, total }: Pick<ResourceReach, 'resource' | 'loaded' | 'total'>,
): string =>
  total > loaded
    ? `${formatCount(count)} of the ${formatCount(loaded)} ${pluralName(resource)} loaded`
    : `${formatCount(count)} of ${countOf(resource, total)}`;

type CountBase = { resource: ResourceReach['resource']; targets: readonly unknown[]; total: number };

/** `the 1 000 of 10 000 servers`, `40 servers`: only the base, where several counts share it. */
export const baseOf = ({ resource, targets, total }: CountBase): string =>
  total > targets.length
    ? `the ${formatCount(targets.length)} of ${countOf(resource, total)}`
    : countOf(resource, targets.length);

const namesOf = (targets: readonly { name: string }[]): Phrase => listAll(targets.map(({ name }) => code(name)));

/** `12 servers appear in their lists: a, b, c and 9 more`. */
const appears = ({ resource, appear }: ResourceReach): Phrase =>
  phrase`${countOf(resource, appear.length)} ${appear.length === 1 ? 'appears' : 'appear'} in their lists${named(appear)}`;
const vanishes = ({ resource, vanish }: ResourceReach): Phrase =>
  phrase`${countOf(resource, vanish.length)} ${vanish.length === 1 ? 'vanishes' : 'vanish'} from their lists${named(vanish)}`;
const named = (targets: readonly { name: string }[]): Phrase =>
  targets.length > 0 ? phrase`: ${namesOf(targets)}` : [];

const isEverything = ({ appear, grants, loaded }: ResourceReach): boolean =>
  appear.length > 1 && grants.length === loaded;

function countOn(sentence: Sentence, kind: ResourceReach): Sentence {
  const { effect, detail } = sentence;
  if (effect === 'loss') return { ...sentence, detail: vanishes(kind) };
  const all = isEverything(kind) ? [`, which is all of the ${formatCount(kind.loaded)} loaded`] : [];
  const came = [...appears(kind), ...all];
  const went = effect === 'change' ? phrase`; ${vanishes(kind)}` : [];
  return {
    ...sentence,
    flagged: sentence.flagged || isEverything(kind),
    detail: [...(detail ?? []), ...came, ...went],
  };
}

/** The sentences of a role's review, each with the number of loaded rows that it affects. */
export function countedSentences(sentences: readonly Sentence[], { kinds }: Reach): readonly Sentence[] {
  const kindOf = (name: string | undefined) => kinds.find(({ resource }) => resource.access.kind === name);
  const counted = sentences.map((sentence) => {
    if (sentence.countedKind === 'logins') {
      const servers = kindOf('node');
      return servers ? { ...sentence, detail: [countedOver(servers.grants.length, servers)] } : sentence;
    }
    const kind = kindOf(sentence.countedKind);
    return kind ? countOn(sentence, kind) : sentence;
  });
  // Kinds that change without a sentence.
  const rest = kinds.filter(
    ({ resource }) => !sentences.some(({ countedKind }) => countedKind === resource.access.kind),
  );
  return [
    ...counted,
    ...rest.flatMap((kind) => [
      ...(kind.appear.length > 0 ? [gain(appears(kind), { flagged: isEverything(kind) })] : []),
      ...(kind.vanish.length > 0 ? [loss(vanishes(kind))] : []),
    ]),
  ];
}

/** The changes without names: `12 servers appear, 1 vanishes`. '' for none. */
export const changesLabel = ({ kinds }: Reach): string =>
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
