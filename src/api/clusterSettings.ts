import { at, isObject, wordOf } from '../lib/json.ts';
import type { DocumentItemJson } from '../wire/http.ts';

/** One of the documents that hold what goes for the whole cluster. */
export type SettingsItem = {
  /** The kind: of each there is one document. */
  id: string;
  name: string;
  /** What it sets, in a few words. */
  says: readonly string[];
  /** Settings that gateway.yaml decides. */
  fixed: readonly string[];
  /** Whether somebody has written it here. */
  written: boolean;
  content: string;
};

/** Of each kind the only name that there is (resource-specs §15–§17). */
export const settingsName = (kind: string): string => kind.replaceAll('_', '-');

const isOn = (value: unknown): boolean => value !== undefined && value !== '' && value !== false && value !== '0s';

/** Settings that say something, as `key value`; a switch that is on by its key alone. */
function sayings(document: unknown): readonly string[] {
  const spec = at(document, 'spec');
  if (!isObject(spec)) return [];
  return Object.entries(spec).flatMap(([key, value]) => {
    const words = key.replaceAll('_', ' ');
    const word = wordOf(value);
    if (!isOn(value) || word === undefined) return [];
    return [value === true ? words : `${words}: ${word}`];
  });
}

/** The YAML module is loaded with the first list, not with the first page of the console. */
export async function loadSettingsDecoder(): Promise<(json: Partial<DocumentItemJson>) => SettingsItem> {
  const { parseYaml } = await import('../wire/yaml.ts');
  return ({ kind = '', name = '', content = '', fixed = [], origin }) => {
    const parsed = parseYaml(content);
    return {
      id: kind,
      name,
      says: sayings(parsed.ok ? parsed.value : undefined),
      fixed,
      written: origin === 'dynamic',
      content,
    };
  };
}

export const readSettings = async (json: unknown): Promise<SettingsItem> => (await loadSettingsDecoder())(json ?? {});

export const saveSettingsBody = ({ content }: Partial<SettingsItem>): unknown => ({ content });
