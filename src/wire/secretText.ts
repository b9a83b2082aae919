// Secrets inside documents. Their paths are known, and the console never shows their values.
import { at, wordOf } from '../lib/json.ts';
import { hasKeyMaterial, hideByKeys, type HiddenLines } from './secretLines.ts';
import { parseYaml, patchYaml, type YamlPath } from './yaml.ts';

export type Secret = { path: YamlPath; value: string };

/** Not a value in any document, and plain text in YAML and JSON. */
const MARK = 'hidden-0b6e1f7c';
const MARKED = new RegExp(`["']?${MARK}["']?( *)(?=(#.*)?$)`, 'm');

/** The values at these paths, without empty ones. Returns none if the text cannot be parsed. */
export function secretsIn(text: string, paths: readonly YamlPath[]): readonly Secret[] {
  if (paths.length === 0) return []; // most kinds have none, and a long text takes long to read
  const parsed = parseYaml(text);
  if (!parsed.ok) return [];
  return paths.flatMap((path) => {
    const value = wordOf(at(parsed.value, ...path));
    return value ? [{ path, value }] : [];
  });
}

/** The text without the values at these paths. A note replaces each value, or marks where one can be. */
export function hideSecrets(text: string, paths: readonly YamlPath[], note: string): string {
  if (paths.length === 0) return text;
  const parsed = parseYaml(text);
  if (!parsed.ok) return hideByPaths(text, paths, note).text;
  return paths.reduce((result, path) => {
    if (at(parsed.value, ...path) === undefined) return result;
    const marked = patchYaml(result, path, MARK) ?? result;
    const masked = marked.replace(MARKED, (_, blanks: string) => note + blanks);
    // In braces a comment would hide the text after it.
    return masked.includes(MARK) ? marked.replaceAll(MARK, '').replace(/: *(?=[,}])/, ": ''") : masked;
  }, text);
}

const hideByPaths = (text: string, paths: readonly YamlPath[], note: string): HiddenLines =>
  hideByKeys(text, [...new Set(paths.map((path) => String(path.at(-1))))], note);

/**
 * The text without the values at these paths, which the browser may store. Undefined if it is not certain that all
 * secrets are removed: the text has a mistake, or contains a private key or a secret of a kubeconfig at another place.
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

/** The text with the secrets inserted, as the server gets it. */
export const fillSecrets = (text: string, secrets: readonly Secret[]): string =>
  secrets.reduce((result, { path, value }) => patchYaml(result, path, value) ?? result, text);
