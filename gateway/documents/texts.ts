import { parseYaml, patchYaml, type ParsedYaml } from '../../src/wire/yaml.ts';
import type { Requester, Tasks } from '../tasks/Tasks.ts';
import type { YamlChange } from '../tasks/yamlTasks.ts';

/** Shorter texts are parsed and patched directly: a patch reads its text up to fifty times. */
const SHORT_CHARS = 1000;
/** With anchors, a short text may expand to many values. */
export const isShort = (text: string): boolean => text.length <= SHORT_CHARS && !text.includes('&');

/** Parses and patches texts of documents for a requester. */
export type Texts = {
  parse: (text: string) => Promise<ParsedYaml>;
  /** Changes are applied in order. undefined if the text cannot be parsed. */
  patch: (text: string, ...changes: readonly YamlChange[]) => Promise<string | undefined>;
};

export const textsOf = (tasks: Tasks, requester: Requester): Texts => ({
  parse: async (text) => (isShort(text) ? parseYaml(text) : tasks.value('parseText', { text }, requester)),
  patch: async (text, ...changes) =>
    isShort(text)
      ? changes.reduce<string | undefined>((now, { path, value }) => now && patchYaml(now, path, value), text)
      : tasks.value('patchText', { text, changes }, requester),
});
