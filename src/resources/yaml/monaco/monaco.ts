// The parts of the editor that a page for documents uses. All of Monaco would be an eighth larger: folding, code lenses,
// inline suggestions, peek windows, drag and drop and a command palette of its own are left out.
import 'monaco-editor/esm/vs/editor/browser/coreCommands.js';
import 'monaco-editor/esm/vs/editor/browser/widget/codeEditor/codeEditorWidget.js';
import 'monaco-editor/esm/vs/editor/contrib/bracketMatching/browser/bracketMatching.js';
import 'monaco-editor/esm/vs/editor/contrib/clipboard/browser/clipboard.js';
import 'monaco-editor/esm/vs/editor/contrib/codeAction/browser/codeActionContributions.js';
import 'monaco-editor/esm/vs/editor/contrib/comment/browser/comment.js';
import 'monaco-editor/esm/vs/editor/contrib/contextmenu/browser/contextmenu.js';
import 'monaco-editor/esm/vs/editor/contrib/cursorUndo/browser/cursorUndo.js';
import 'monaco-editor/esm/vs/editor/contrib/find/browser/findController.js';
import 'monaco-editor/esm/vs/editor/contrib/hover/browser/hoverContribution.js';
import 'monaco-editor/esm/vs/editor/contrib/indentation/browser/indentation.js';
import 'monaco-editor/esm/vs/editor/contrib/lineSelection/browser/lineSelection.js';
import 'monaco-editor/esm/vs/editor/contrib/linesOperations/browser/linesOperations.js';
import 'monaco-editor/esm/vs/editor/contrib/longLinesHelper/browser/longLinesHelper.js';
import 'monaco-editor/esm/vs/editor/contrib/multicursor/browser/multicursor.js';
import 'monaco-editor/esm/vs/editor/contrib/readOnlyMessage/browser/contribution.js';
import 'monaco-editor/esm/vs/editor/contrib/smartSelect/browser/smartSelect.js';
import 'monaco-editor/esm/vs/editor/contrib/snippet/browser/snippetController2.js';
import 'monaco-editor/esm/vs/editor/contrib/suggest/browser/suggestController.js';
import 'monaco-editor/esm/vs/editor/contrib/toggleTabFocusMode/browser/toggleTabFocusMode.js';
import 'monaco-editor/esm/vs/editor/contrib/unicodeHighlighter/browser/unicodeHighlighter.js';
import 'monaco-editor/esm/vs/editor/contrib/unusualLineTerminators/browser/unusualLineTerminators.js';
import 'monaco-editor/esm/vs/editor/contrib/wordOperations/browser/wordOperations.js';
import 'monaco-editor/esm/vs/editor/standalone/browser/iPadShowKeyboard/iPadShowKeyboard.js';
import 'monaco-editor/esm/vs/editor/common/standaloneStrings.js';
import 'monaco-editor/esm/vs/base/browser/ui/codicons/codiconStyles.js';
import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import { configureMonacoYaml, type JSONSchema, type MonacoYaml } from 'monaco-yaml';
import { isObject } from '../../../lib/json.ts';
import { inOneFile, type LoadedSchema } from '../schema/loadSchemas.ts';
import { offerQuickFixes } from './quickFixes.ts';
import { followTheme } from './theme.ts';
import { registerYaml, YAML } from './yamlLanguage.ts';
import YamlWorker from './yaml.worker.ts?worker';

/** Workers come from our own files: the policy of the page allows no other. */
const environment = {
  getWorker: (_id: string, label: string): Worker => (label === 'yaml' ? new YamlWorker() : new EditorWorker()),
};

self.MonacoEnvironment = environment;
loader.config({ monaco });
registerYaml(monaco);
followTheme(monaco);
offerQuickFixes(monaco);

let yaml: MonacoYaml | undefined;

/**
 * Fixes are ours alone: the package makes some from its own findings, which are off, and Monaco would show none before its
 * worker has answered.
 */
const withoutFixes: typeof monaco = {
  ...monaco,
  languages: { ...monaco.languages, registerCodeActionProvider: () => ({ dispose: () => undefined }) },
};

/** The package's own type of schemas differs from ours in nothing but mutability. */
const isJsonSchema = (value: unknown): value is JSONSchema => isObject(value);

/**
 * Completion and hover come from the schema, in the same dialect as `src/wire/yaml` as far as the package can be told.
 * What is wrong with a document is said by `checkDocument`, which knows the dialect fully.
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

/** The text of the one document that is open; the kind in its address chooses the schema. */
export function newModel(kind: string, text: string): monaco.editor.ITextModel {
  const model = monaco.editor.createModel(text, YAML, monaco.Uri.parse(`inmemory://documents/document.${kind}.yaml`));
  // An option of the model, which the editor's own options do not reach.
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  return model;
}

export { monaco };
