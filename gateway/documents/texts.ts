import { parseYaml, patchYaml, type ParsedYaml } from '../../src/wire/yaml.ts';
import type { Requester, Tasks } from '../tasks/Tasks.ts';
import type { YamlChange } from '../tasks/yamlTasks.ts';

/** Shorter texts are read and patched at once: a patch reads its text up to fifty times. */
const SHORT_CHARS = 1000;
/** With anchors a short text may stand for many values. */
export const isShort = (text: string): boolean => text.length <= SHORT_CHARS && !text.includes('&');

/** Reads and writes the texts of documents on behalf of somebody. */
export type Texts = {
  parse: (text: string) => Promise<ParsedYaml>;
  /** One change after the other; undefined where the text cannot be read. */
  patch: (text: string, ...changes: readonly YamlChange[]) => Promise<string | undefined>;
};

export const textsOf = (tasks: Tasks, requester: Requester): Texts => ({
  parse: async (text) => (isShort(text) ? parseYaml(text) : tasks.value('parseText', { text }, requester)),
  patch: async (text, ...changes) =>
    isShort(text)
      ? changes.reduce<string | undefined>((now, { path, value }) => now && patchYaml(now, path, value), text)
      : tasks.value('patchText', { text, changes }, requester),
});
