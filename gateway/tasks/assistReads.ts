// Reads of the inventory for Assist, with the user's rights.
import type { Access } from '../../src/access/access.ts';
import { answerOf, entitlementOf } from '../../src/access/explain/answer.ts';
import { explainResource } from '../../src/access/explain/explainResource.ts';
import { toRole } from '../../src/access/role.ts';
import { reviewRole } from '../../src/access/review/reviewRole.ts';
import { isObject } from '../../src/lib/json.ts';
import { textOf } from '../../src/lib/sentence.ts';
import { parseYaml } from '../../src/wire/yaml.ts';
import { denied, notFound } from '../http/failures.ts';
import type { Entry } from '../inventory/entry.ts';
import { visibleLabelSets } from '../inventory/visible.ts';
import { accessOf, type TaskParts } from './taskParts.ts';

const LABELS_MAX = 200;
const VALUES_MAX = 50;
const KEYS_MAX = 60;

type Label = { key: string; value: string };

/** Hostnames and label values of visible servers among the words, which are in lower case. */
export function serverFacts(
  parts: TaskParts,
  { user, words }: { user: string; words: readonly string[] },
): { names: string[]; labels: Label[] } {
  const { inventory } = parts.stores;
  const access = accessOf(parts, user);
  const sets = visibleSets(parts, access);
  const wantedWords = new Set(words);
  const labels = new Map<string, Label>();
  for (const { labels: set } of sets.values())
    for (const [key, value] of Object.entries(set))
      if (wantedWords.has(value.toLowerCase()) && labels.size < LABELS_MAX)
        labels.set(`${key}=${value}`, { key, value });
  const names = inventory
    .namesAmong('node', words)
    .filter(({ labelSet }) => sets.has(labelSet))
    .map(({ name }) => name);
  return { names: [...new Set(names)], labels: [...labels.values()] };
}

export type LabelCounts = { key: string; values: { value: string; count: number }[]; others: number }[];

/** Labels of visible servers with the number of servers for each value. `key`: '' for all. */
export function serverLabels(parts: TaskParts, { user, key: only }: { user: string; key: string }): LabelCounts {
  const sets = visibleSets(parts, accessOf(parts, user));
  const counts = new Map<string, Map<string, number>>();
  for (const { labelSet, count } of parts.stores.inventory.labelSetCounts('node')) {
    for (const [key, value] of Object.entries(sets.get(labelSet)?.labels ?? {})) {
      if (only !== '' && key !== only) continue;
      const values = counts.get(key) ?? new Map<string, number>();
      values.set(value, (values.get(value) ?? 0) + count);
      counts.set(key, values);
    }
  }
  return [...counts].slice(0, KEYS_MAX).map(([key, values]) => {
    const sorted = [...values].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
    return { key, values: sorted.slice(0, VALUES_MAX), others: Math.max(0, sorted.length - VALUES_MAX) };
  });
}

const SENTENCES_MAX = 40;

/** Describes a role document in sentences. undefined if the text is not a role. */
export function roleSentences(_parts: TaskParts, { text }: { text: string }): string[] | undefined {
  const parsed = parseYaml(text);
  if (!parsed.ok || !isObject(parsed.value) || !isObject(parsed.value['spec'])) return undefined;
  return reviewRole(undefined, parsed.value).slice(0, SENTENCES_MAX).map(textOf);
}

/** Label sets that the user may see. None without the right to list servers. */
function visibleSets({ stores: { inventory } }: TaskParts, access: Access) {
  if (!access.rule('node', 'list').ok || !access.rule('node', 'read').ok) return new Map<number, never>();
  const visible = visibleLabelSets(inventory, 'node', access);
  const ids = visible === 'all' ? undefined : new Set(visible);
  return new Map(
    inventory
      .labelSets('node')
      .filter(({ id }) => ids?.has(id) ?? true)
      .map((set) => [set.id, set]),
  );
}

type AccessQuestion = { asker: string; user: string; server: string; login: string };

/**
 * Whether a user may log in to a server, by the access evaluator. Questions about other users require the right to read
 * users and roles. Role names are only for users who may read roles. undefined: the asker cannot see such a server.
 */
export function explainAccess(
  parts: TaskParts,
  { asker, user, server, login }: AccessQuestion,
): { title: string; why: string; logins: string[] } | undefined {
  const { inventory, roles, users } = parts.stores;
  const access = accessOf(parts, asker);
  const mayReadRoles = access.rule('role', 'read').ok;
  if (user !== asker && !(mayReadRoles && access.rule('user', 'read').ok))
    throw denied('your roles do not allow reading the access of other users');
  const subject = users.find(user);
  if (!subject) throw notFound(`there is no user ${user}`);
  const isSeen = ({ labels }: Entry) => access.resource('node', labels).ok && access.rule('node', 'list').ok;
  const entry = inventory.named('node', server).find(isSeen);
  if (!entry) return undefined;
  const heldRoles = subject.roles.flatMap((name) => {
    const stored = roles.find(name);
    return stored ? [toRole(stored.document)] : [];
  });
  const as = login === '' ? {} : { logins: login };
  const question = { roles: heldRoles, traits: subject.traits, kind: 'node', labels: entry.labels } as const;
  const { title, why } = answerOf(user, 'node', as, explainResource({ ...question, as }));
  const { names } = entitlementOf(user, question);
  return { title, why: mayReadRoles ? why : '', logins: names.flatMap(({ values }) => values).slice(0, 50) };
}
