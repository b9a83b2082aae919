import { at, textAt } from '../../../lib/json.ts';

export type ParsedKubeconfig = { contexts: readonly string[]; current: string | undefined; fault?: string };

/** Names of the contexts of a kubeconfig; `fault` where the gateway could not use it. */
export async function readKubeconfig(text: string): Promise<ParsedKubeconfig> {
  const none = (fault: string): ParsedKubeconfig => ({ contexts: [], current: undefined, fault });
  const { parseYaml } = await import('../../../wire/yaml.ts');
  const parsed = parseYaml(text);
  if (!parsed.ok) return none('This is not YAML');
  const named = at(parsed.value, 'contexts');
  const contexts = (Array.isArray(named) ? named : []).map((context) => textAt(context, 'name')).filter(Boolean);
  if (contexts.length === 0) return none('This is not a kubeconfig: it has no contexts');
  const users = at(parsed.value, 'users');
  const usesPrograms = (Array.isArray(users) ? users : []).some(
    (user: unknown) => at(user, 'user', 'exec') !== undefined || at(user, 'user', 'auth-provider') !== undefined,
  );
  const current = textAt(parsed.value, 'current-context');
  return {
    contexts,
    current: contexts.includes(current) ? current : undefined,
    ...(usesPrograms && { fault: 'Users with exec or auth-provider are not supported. Use a token or a certificate' }),
  };
}
