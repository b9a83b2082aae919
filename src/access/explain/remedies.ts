import type { YamlPath } from '../../wire/yaml.ts';
import { LABELS_OF_KIND } from '../resources.ts';
import type { Role } from '../role.ts';
import { expandTemplate } from '../template.ts';
import { explainResource } from './explainResource.ts';
import type { Explanation, Mark, Part, Question } from './explainResource.ts';
import { wantedNames } from './names.ts';

/** A small edit of one role. Without an `edit` it has to be thought about: there is no single right one. */
export type Change = {
  role: string;
  does: 'takes' | 'gives';
  path: YamlPath;
  /** `add root to logins in ops`; the code words in it are `code`. */
  words: string;
  edit: { path: YamlPath; value: unknown } | undefined;
};

/**
 * What would turn the answer. `needed`: every one of these; `oneOf`: and one of these. `holding`: roles that somebody
 * would only have to be given. All empty where nothing small would do.
 */
export type Remedies = { needed: readonly Change[]; oneOf: readonly Change[]; holding: readonly string[] };

const NONE: Remedies = { needed: [], oneOf: [], holding: [] };
/** More ways than these are no help. */
const OFFERED = 3;

/** `others`: roles that are not held, to find one that would do. */
export function remediesFor(question: Question, explanation: Explanation, others: readonly Role[]): Remedies {
  const roleNamed = (name: string): Role | undefined => question.roles.find(({ metadata }) => metadata.name === name);
  const changesOf = (stand: Part['stand'], toChange: (role: Role, part: Part) => readonly Change[]) =>
    explanation.parts
      .filter((part) => part.stand === stand)
      .flatMap((part) => {
        const role = roleNamed(part.role);
        return role ? toChange(role, part) : [];
      });

  if (explanation.verdict.ok)
    return { ...NONE, needed: changesOf('allows', (role, part) => withdrawals(role, part, question)) };

  const denials = [
    ...changesOf('denies', (role, { marks }) => marks.map((mark) => liftDenial(role, mark))),
    ...changesOf('faulty', (role, { marks }) => marks.map((mark) => mend(role, mark))),
  ];
  if (explanation.parts.some(({ stand }) => stand === 'allows')) return { ...NONE, needed: denials };
  const names = changesOf('reaches', (role, part) => additions(role, part, question));
  const labels = names.length > 0 ? [] : changesOf('apart', (role, part) => widenings(role, part, question));
  return {
    needed: denials,
    oneOf: (names.length > 0 ? names : labels).slice(0, OFFERED),
    holding: others
      .filter((role) => explainResource({ ...question, roles: [role] }).verdict.ok)
      .map(({ metadata }) => metadata.name)
      .slice(0, OFFERED),
  };
}

/** Where in the document a list stands, and its entries as they are written. */
function listAt(role: Role, path: YamlPath): { path: YamlPath; field: string; entries: readonly string[] } {
  const [, side, field] = path;
  const conditions = role.spec[side === 'deny' ? 'deny' : 'allow'];
  const key = path[3];
  const value = Object.entries(conditions).find(([name]) => name === field)?.[1];
  const entries: unknown = Array.isArray(value) ? value : entriesOf(value, key);
  const texts = Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
  return { path: path.slice(0, typeof key === 'string' ? 4 : 3), field: String(field), entries: texts };
}

const entriesOf = (labels: unknown, key: unknown): unknown =>
  typeof labels === 'object' && labels !== null && typeof key === 'string'
    ? Object.entries(labels).find(([name]) => name === key)?.[1]
    : undefined;

/** A denied name is taken out of its list; denied labels have to be narrowed by somebody who knows what they are for. */
function liftDenial(role: Role, { path }: Mark): Change {
  const { name } = role.metadata;
  const { path: list, field, entries } = listAt(role, path);
  const index = path[3];
  if (typeof index !== 'number')
    return { role: name, does: 'takes', path, words: `narrow \`${field}\` in ${name}`, edit: undefined };
  return takeOut(name, list, field, entries, index);
}

const takeOut = (role: string, path: YamlPath, field: string, entries: readonly string[], index: number): Change => ({
  role,
  does: 'takes',
  path: [...path, index],
  words: `take \`${entries[index] ?? ''}\` out of \`${field}\` in ${role}`,
  edit: { path, value: entries.filter((_, i) => i !== index) },
});

const mend = (role: Role, { path }: Mark): Change => ({
  role: role.metadata.name,
  does: 'takes',
  path,
  words: `mend \`${String(path[2])}\` in ${role.metadata.name}`,
  edit: undefined,
});

/** The role reaches the thing: it lacks names. */
function additions(role: Role, part: Part, { kind, as }: Question): readonly Change[] {
  const missing = wantedNames(kind, as).filter(({ field }) =>
    part.marks.some(({ effect, path }) => effect === 'gives' && path[2] === field),
  );
  const [first] = missing;
  // Two names at once are two edits: the first of them alone would not turn the answer.
  if (!first || missing.length > 1) return [];
  const { name } = role.metadata;
  const { field, value } = first;
  const path = ['spec', 'allow', field];
  return [
    {
      role: name,
      does: 'gives',
      path,
      words: `add \`${value}\` to \`${field}\` in ${name}`,
      edit: { path, value: [...role.spec.allow[field], value] },
    },
  ];
}

/** The role has the names: one of its labels does not fit. */
function widenings(role: Role, part: Part, { kind, labels, as, traits }: Question): readonly Change[] {
  const [missed, another] = part.marks;
  const key = missed?.path[3];
  if (!missed || another || typeof key !== 'string') return [];
  const label = expandTemplate(key, traits)?.[0] ?? '';
  const value = Object.hasOwn(labels, label) ? labels[label] : undefined;
  if (value === undefined) return [];
  const field = LABELS_OF_KIND[kind];
  const widened = { ...role.spec.allow[field], [key]: [...(role.spec.allow[field][key] ?? []), value] };
  const would = { ...role, spec: { ...role.spec, allow: { ...role.spec.allow, [field]: widened } } };
  if (!explainResource({ roles: [would], kind, labels, as, traits }).verdict.ok) return [];
  const { name } = role.metadata;
  return [
    {
      role: name,
      does: 'gives',
      path: missed.path,
      words: `add \`${value}\` to the label \`${key}\` of \`${field}\` in ${name}`,
      edit: { path: missed.path, value: widened[key] },
    },
  ];
}

/** Takes away what was asked for: a name where one was, else the labels, which nobody can narrow for others. */
function withdrawals(role: Role, part: Part, { kind, as }: Question): readonly Change[] {
  const { name } = role.metadata;
  const [wanted] = wantedNames(kind, as);
  const mark = wanted && part.marks.find(({ path }) => path[2] === wanted.field);
  const index = mark?.path[3];
  if (wanted && mark && typeof index === 'number') {
    const { path, field, entries } = listAt(role, mark.path);
    return [takeOut(name, path, field, entries, index)];
  }
  const field = LABELS_OF_KIND[kind];
  return [
    {
      role: name,
      does: 'takes',
      path: ['spec', 'allow', field],
      words: `narrow \`${field}\` in ${name}`,
      edit: undefined,
    },
  ];
}

/** Names that are said as code in the words of a change. */
export const codeParts = (words: string): readonly { text: string; isCode: boolean }[] =>
  words.split('`').map((text, i) => ({ text, isCode: i % 2 === 1 }));
