import { at, isObject, wordOf } from '../lib/json.ts';
import type { DocumentItemJson } from '../wire/http.ts';

/** A document with settings of the whole cluster. */
export type SettingsItem = {
  /** The kind, since each kind has one document. */
  id: string;
  name: string;
  /** A short summary of its settings. */
  details: readonly string[];
  /** Settings that gateway.yaml decides. */
  fixed: readonly string[];
  /** Whether a user has written it in the console. */
  written: boolean;
  content: string;
};

/** The only name of each kind (resource-specs §15–§17). */
export const settingsName = (kind: string): string => kind.replaceAll('_', '-');

const isOn = (value: unknown): boolean => value !== undefined && value !== '' && value !== false && value !== '0s';

/** Settings that are set, as `key value`. A switch that is on is shown by its key only. */
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

/** Loads the YAML module with the first list, not with the first page of the console. */
export async function loadSettingsDecoder(): Promise<(json: Partial<DocumentItemJson>) => SettingsItem> {
  const { parseYaml } = await import('../wire/yaml.ts');
  return ({ kind = '', name = '', content = '', fixed = [], origin }) => {
    const parsed = parseYaml(content);
    return {
      id: kind,
      name,
      details: sayings(parsed.ok ? parsed.value : undefined),
      fixed,
      written: origin === 'dynamic',
      content,
    };
  };
}

export const readSettings = async (json: unknown): Promise<SettingsItem> => (await loadSettingsDecoder())(json ?? {});

export const saveSettingsBody = ({ content }: Partial<SettingsItem>): unknown => ({ content });
