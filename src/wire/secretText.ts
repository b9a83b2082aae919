// Secrets inside documents: their places are known, their values are shown to nobody.
import { at, wordOf } from '../lib/json.ts';
import { hasKeyMaterial, hideByKeys, type HiddenLines } from './secretLines.ts';
import { parseYaml, patchYaml, type YamlPath } from './yaml.ts';

export type Secret = { path: YamlPath; value: string };

/** No value of any document, and plain text in YAML and JSON. */
const MARK = 'hidden-0b6e1f7c';
const MARKED = new RegExp(`["']?${MARK}["']?( *)(?=(#.*)?$)`, 'm');

/** The values at these places; empty ones are none. A text that cannot be read has none that could be told. */
export function secretsIn(text: string, paths: readonly YamlPath[]): readonly Secret[] {
  if (paths.length === 0) return []; // most kinds have none, and a long text takes long to read
  const parsed = parseYaml(text);
  if (!parsed.ok) return [];
  return paths.flatMap((path) => {
    const value = wordOf(at(parsed.value, ...path));
    return value ? [{ path, value }] : [];
  });
}

/** The text without the values at these places; a note stands where one was, or could be. */
export function hideSecrets(text: string, paths: readonly YamlPath[], note: string): string {
  if (paths.length === 0) return text;
  const parsed = parseYaml(text);
  if (!parsed.ok) return hideByPaths(text, paths, note).text;
  return paths.reduce((left, path) => {
    if (at(parsed.value, ...path) === undefined) return left;
    const marked = patchYaml(left, path, MARK) ?? left;
    const shown = marked.replace(MARKED, (_, blanks: string) => note + blanks);
    // In braces a comment would swallow what follows.
    return shown.includes(MARK) ? marked.replaceAll(MARK, '').replace(/: *(?=[,}])/, ": ''") : shown;
  }, text);
}

const hideByPaths = (text: string, paths: readonly YamlPath[], note: string): HiddenLines =>
  hideByKeys(text, [...new Set(paths.map((path) => String(path.at(-1))))], note);

/**
 * The text as a browser may keep it, without the values at these places; undefined where it cannot be told that all of
 * them are gone. That is so only with a mistake in the text, or with a private key or a secret of a kubeconfig that
 * stands elsewhere.
 */
export function textForDraft(text: string, paths: readonly YamlPath[], note: string): string | undefined {
  if (paths.length === 0) return text;
  if (parseYaml(text).ok) {
    const hidden = hideSecrets(text, paths, note);
    return hasKeyMaterial(hidden) ? undefined : hidden;
  }
  const { text: hidden, isSure } = hideByPaths(text, paths, note);
  return isSure ? hidden : undefined;
}

/** The text with the values in their places, as a server is to get it. */
export const fillSecrets = (text: string, secrets: readonly Secret[]): string =>
  secrets.reduce((left, { path, value }) => patchYaml(left, path, value) ?? left, text);
