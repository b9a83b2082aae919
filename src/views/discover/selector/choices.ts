// The offered cards and their order (screens §19.1).
import { can, type Acl } from '../../../api/can.ts';
import type { AclKey, AclVerb } from '../../../wire/userContext.ts';
import type { Card, CardKind } from './catalog.ts';

type Rule = readonly [AclKey, AclVerb];

const readAndList = (key: AclKey): readonly Rule[] => [
  [key, 'read'],
  [key, 'list'],
];

const RULES: Readonly<Record<CardKind, readonly Rule[]>> = {
  application: readAndList('appServers'),
  database: readAndList('dbServers'),
  desktop: readAndList('desktops'),
  kubernetes: readAndList('kubeServers'),
  server: [['nodes', 'list']],
  saml: [['samlIdpServiceProvider', 'create']],
};

export type Choice = {
  card: Card;
  /** Opens a flow in this console. */
  isGuided: boolean;
  /** Why it cannot be chosen. */
  blocked: string | undefined;
};

/** Rights for a card that the user's roles lack. Undefined: none. */
export function lackedRules(acl: Acl, kind: CardKind): string | undefined {
  const needs = [['tokens', 'create'] as const, ...RULES[kind]];
  const lacking = needs.flatMap(([key, verb]) => {
    const verdict = can(acl, key, verb);
    return verdict.ok ? [] : [verdict.why.replace('Your roles lack ', '')];
  });
  return lacking.length === 0 ? undefined : `Your roles lack ${lacking.join(' and ')}`;
}

const byTitle = (a: Choice, b: Choice): number =>
  a.card.title.localeCompare(b.card.title) || a.card.group.localeCompare(b.card.group);

type Options = {
  acl: Acl;
  isEmbedded: boolean;
  /** The requested kind, listed first. */
  entity?: string | undefined;
};

/** Accessible cards with a flow first, then the others, both by title. */
export function toChoices(cards: readonly Card[], { acl, isEmbedded, entity }: Options): Choice[] {
  const choices = cards.map((card): Choice => {
    const isGuided = card.flow !== undefined;
    const unserved = isEmbedded && !isGuided ? `The gateway has no client for ${card.title}` : undefined;
    return { card, isGuided, blocked: lackedRules(acl, card.kind) ?? unserved };
  });
  const rank = ({ card, isGuided, blocked }: Choice): number =>
    (card.kind === entity ? 0 : 2) + (isGuided && blocked === undefined ? 0 : 1);
  return choices.toSorted((a, b) => rank(a) - rank(b) || byTitle(a, b));
}

/** Each word of the search must occur in the words of the card. */
export function matchCards(choices: readonly Choice[], search: string): Choice[] {
  const words = search.toLowerCase().split(' ').filter(Boolean);
  return choices.filter(({ card }) => words.every((word) => card.keywords.includes(word)));
}
