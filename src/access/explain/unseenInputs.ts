// Inputs of an answer that the server does not send: traits of the user, labels that lists leave out.
import { catchFault } from '../../wire/predicate/fault.ts';
import { pathOf } from '../../wire/predicate/query.ts';
import { parseSyntax, type Syntax } from '../../wire/predicate/syntax.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import { LABELS_OF_KIND } from '../resources.ts';
import type { Conditions, Role } from '../role.ts';
import { templateTraits } from '../template.ts';
import { covers } from './explainRule.ts';
import { FIELDS_OF_KIND } from './names.ts';

/** Names of traits, and keys of labels. */
export type Inputs = { traits: readonly string[]; labels: readonly string[] };

const NONE: Inputs = { traits: [], labels: [] };

/** Responses leave out labels with these prefixes (http-resources §0). */
const HIDDEN_LABEL = /^teleport\.(hidden|internal)\//;

/** Without duplicates. */
export const joinInputs = (inputs: readonly Inputs[]): Inputs => ({
  traits: [...new Set(inputs.flatMap(({ traits }) => traits))],
  labels: [...new Set(inputs.flatMap(({ labels }) => labels))],
});

/** The hidden labels and all traits that roles use to decide about a kind of resource. */
export const inputsOfKind = (roles: readonly Role[], kind: ReachableKind): Inputs =>
  joinInputs(roles.flatMap(({ spec }) => [inputsOfSide(spec.allow, kind), inputsOfSide(spec.deny, kind)]));

/** The same for the conditions of rules for a kind of document. */
export const inputsOfRules = (roles: readonly Role[], kind: string): Inputs =>
  joinInputs(
    roles
      .flatMap(({ spec }) => [...spec.allow.rules, ...spec.deny.rules])
      .filter((rule) => covers(rule, kind))
      .map(({ where }) => inputsOfExpression(where)),
  );

/** The remaining inputs if these traits are known. */
export const withoutTraits = ({ traits, labels }: Inputs, isKnown: (trait: string) => boolean): Inputs => ({
  traits: traits.filter((trait) => !isKnown(trait)),
  labels,
});

function inputsOfSide(side: Conditions, kind: ReachableKind): Inputs {
  const field = LABELS_OF_KIND[kind];
  const selector = Object.entries(side[field]);
  const texts = [...selector.flat(2), ...FIELDS_OF_KIND[kind].flatMap((name) => side[name])];
  return joinInputs([
    { traits: texts.flatMap(templateTraits), labels: selector.map(([key]) => key).filter(isHidden) },
    inputsOfExpression(side[`${field}_expression`]),
  ]);
}

const isHidden = (key: string): boolean => HIDDEN_LABEL.test(key);

/** An expression with an error has no inputs: its check fails, and the explanation reports that. */
function inputsOfExpression(text: string): Inputs {
  if (text.trim() === '') return NONE;
  const parsed = catchFault(() => ({ ok: true, syntax: parseSyntax(text) }) as const);
  return parsed.ok ? inputsOf(parsed.syntax) : NONE;
}

function inputsOf(syntax: Syntax): Inputs {
  switch (syntax.kind) {
    case 'chain':
      return joinInputs(syntax.terms.map(inputsOf));
    case 'binary':
      return joinInputs([inputsOf(syntax.left), inputsOf(syntax.right)]);
    case 'unary':
      return inputsOf(syntax.of);
    case 'call': {
      const [pattern] = syntax.args;
      const isMatching = pathOf(syntax.fn)?.join('.') === 'labels_matching' && pattern?.kind === 'text';
      return isMatching
        ? { traits: [], labels: [pattern.value].filter(isHidden) }
        : joinInputs(syntax.args.map(inputsOf));
    }
    default: {
      const [root, ...rest] = pathOf(syntax) ?? [];
      if (root === 'labels') return { traits: [], labels: rest.slice(0, 1).filter(isHidden) };
      return root === 'user' && rest[0] === 'spec' && rest[1] === 'traits'
        ? { traits: rest.slice(2, 3), labels: [] }
        : NONE;
    }
  }
}
