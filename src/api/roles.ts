import { at, isObject, textAt, textsAt } from '../lib/json.ts';
import { wholeList, type ListWire } from './lists.ts';
import { isUsableLogin } from './nodes.ts';
import type { ResourceItemJson } from '../wire/http.ts';

/** The summary of a role's document for a row. No access decision uses it. */
export type RoleFacts = {
  version: string;
  description: string;
  /** Created and maintained by the server (resource-specs §25.1). */
  preset: boolean;
  /** A summary of the resources that its labels select, and its number of rules. */
  grants: readonly string[];
  logins: readonly string[];
};

export type RoleItem = RoleFacts & {
  /** The name, which cannot change (http-resources §11.1). */
  id: string;
  name: string;
  /** The document as the server prints it. */
  content: string;
};

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0;

/** Label keys of `spec.allow` and the name of the resources that they select (resource-specs §1.2). */
const REACHES = [
  ['node_labels', 'servers'],
  ['app_labels', 'applications'],
  ['kubernetes_labels', 'Kubernetes'],
  ['db_labels', 'databases'],
  ['windows_desktop_labels', 'desktops'],
] as const;

/** `document` is any YAML value. A document that is not a role gives empty facts. */
export function roleFacts(document: unknown): RoleFacts {
  const allow = at(document, 'spec', 'allow');
  const rules = at(allow, 'rules');
  const ruleCount = Array.isArray(rules) ? rules.length : 0;
  return {
    version: textAt(document, 'version'),
    description: textAt(document, 'metadata', 'description'),
    preset: textAt(document, 'metadata', 'labels', 'teleport.internal/resource-type') === 'preset',
    grants: [
      ...REACHES.flatMap(([key, word]) => (isFilled(at(allow, key)) || textAt(allow, `${key}_expression`) ? word : [])),
      ...(ruleCount > 0 ? [ruleCount === 1 ? '1 rule' : `${ruleCount} rules`] : []),
    ],
    logins: textsAt(allow, 'logins').filter(isUsableLogin),
  };
}

/** By name, of the text that was read last: each write reads the whole list again, and parsing takes milliseconds. */
const lastFacts = new Map<string, { content: string; facts: RoleFacts }>();

/** Loads the YAML module with the first list of roles, not with the first page of the console. */
export async function loadRoleDecoder(): Promise<(json: Partial<ResourceItemJson>) => RoleItem> {
  const { parseYaml } = await import('../wire/yaml.ts');
  return ({ name = '', content = '' }) => {
    let last = lastFacts.get(name);
    if (last?.content !== content) {
      const parsed = parseYaml(content);
      last = { content, facts: roleFacts(parsed.ok ? parsed.value : undefined) };
      lastFacts.set(name, last);
    }
    return { id: name, name, content, ...last.facts };
  };
}

export const roleList: ListWire<RoleItem> = {
  ...wholeList('roles', { load: loadRoleDecoder }, 'items'),
  // Runs once all parts of the list are read.
  async complete(rows) {
    const names = new Set(rows.map(({ name }) => name));
    for (const name of lastFacts.keys()) if (!names.has(name)) lastFacts.delete(name);
    return rows;
  },
};

/** One role, from the response of a write. */
export const readRole = async (json: unknown): Promise<RoleItem> => (await loadRoleDecoder())(json ?? {});

/** Body of create and update (http-resources §11.1). */
export const saveRoleBody = ({ content }: Partial<RoleItem>): unknown => ({ content });
