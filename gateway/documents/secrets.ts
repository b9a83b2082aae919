// Removes secrets from the author's text before it is stored, so that no answer and no revision contains them.
import { at, isObject, textAt } from '../../src/lib/json.ts';
import { withValueAt, type YamlPath } from '../../src/wire/yaml.ts';
import type { YamlChange } from '../tasks/yamlTasks.ts';

/** Shorter secrets may be part of other words. */
const TELLING_CHARS = 8;

type Patch = (text: string, ...changes: readonly YamlChange[]) => Promise<string | undefined>;
type Hidden = { ok: true; content: string } | { ok: false; message: string };

/** The same text with empty values at these paths. Everything else, including comments, is unchanged. */
export async function hideSecrets(
  paths: readonly YamlPath[],
  content: string,
  document: unknown,
  patch: Patch,
): Promise<Hidden> {
  const secretPaths = paths.filter((path) => !isEmpty(at(document, ...path)));
  if (secretPaths.length === 0) return { ok: true, content };
  const hidden = await patch(content, ...secretPaths.map((path) => ({ path, value: '' })));
  if (hidden === undefined) return { ok: false, message: 'the secret also occurs elsewhere in the text' };
  const exposed = exposedSecret(paths, document, hidden);
  return exposed === undefined ? { ok: true, content: hidden } : { ok: false, message: exposed };
}

/** The path of a secret that the text still contains elsewhere, for example in a comment. Such a text is refused. */
export function exposedSecret(paths: readonly YamlPath[], document: unknown, hidden: string): string | undefined {
  const exposed = paths.find((path) => {
    const secret = textAt(document, ...path);
    return secret.length >= TELLING_CHARS && hidden.includes(secret);
  });
  return exposed && `${exposed.join('.')}: the secret occurs a second time in the text. Remove it there`;
}

/** The document with stored secrets instead of its empty ones, and whether there are any. */
export function restoreSecrets(
  paths: readonly YamlPath[],
  document: unknown,
  stored: unknown,
): { document: unknown; kept: boolean } {
  const missing = paths.filter(
    (path) =>
      isEmpty(at(document, ...path)) && !isEmpty(at(stored, ...path)) && isObject(at(document, ...path.slice(0, -1))),
  );
  return {
    document: missing.reduce<unknown>((result, path) => withValueAt(result, path, at(stored, ...path)), document),
    kept: missing.length > 0,
  };
}

/** The document with empty values at these paths, for readers. */
export const withoutSecrets = (paths: readonly YamlPath[], document: unknown): unknown =>
  paths.reduce((result, path) => (isEmpty(at(result, ...path)) ? result : withValueAt(result, path, '')), document);

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
