import { loader } from '@monaco-editor/react';
import { configureMonacoYaml, type JSONSchema, type MonacoYaml } from 'monaco-yaml';
import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { isObject } from '../../../lib/json.ts';
import { monaco, registerWorker } from '../../monaco/monaco.ts';
import { inOneFile, type LoadedSchema } from '../schema/loadSchemas.ts';
import { offerQuickFixes } from './quickFixes.ts';
import { registerYaml, YAML } from './yamlLanguage.ts';
import YamlWorker from './yaml.worker.ts?worker';

registerWorker('yaml', () => new YamlWorker());
loader.config({ monaco });
registerYaml(monaco);
offerQuickFixes(monaco);

let yaml: MonacoYaml | undefined;

/**
 * All fixes are ours. The package makes some from its own findings, which are off, and Monaco would show none before
 * the package's worker has answered.
 */
const withoutFixes: typeof monaco = {
  ...monaco,
  languages: { ...monaco.languages, registerCodeActionProvider: () => ({ dispose: () => undefined }) },
};

/** The package's type of schemas differs from ours only in mutability. */
const isJsonSchema = (value: unknown): value is JSONSchema => isObject(value);

/**
 * Completion and hover come from the schema. The package is set to the dialect of `src/wire/yaml` as far as its options
 * allow. `checkDocument` finds the problems, because it knows the dialect fully.
 */
export function explainBy(kind: string, loaded: LoadedSchema): void {
  const schema: unknown = inOneFile(loaded);
  if (!isJsonSchema(schema)) return;
  const schemas = [{ uri: `inmemory://schemas/${kind}.json`, fileMatch: [`*.${kind}.yaml`], schema }];
  if (yaml) return void yaml.update({ schemas });
  yaml = configureMonacoYaml(withoutFixes, {
    schemas,
    enableSchemaRequest: false,
    validate: false,
    format: { enable: false },
    hover: true,
    hoverAnchor: false,
    hoverSchemaSource: false,
    completion: true,
    yamlVersion: '1.1',
  });
}

/** The model of the one open document. The kind in its URI selects the schema. */
export function newModel(kind: string, text: string): Monaco.editor.ITextModel {
  return monaco.editor.createModel(text, YAML, monaco.Uri.parse(`inmemory://documents/document.${kind}.yaml`));
}
