import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import YamlWorker from './yaml.worker.ts?worker';

/** Workers come from our own files: the policy of the page allows no other. */
export const environment = {
  getWorker: (_id: string, label: string): Worker => (label === 'yaml' ? new YamlWorker() : new EditorWorker()),
};
