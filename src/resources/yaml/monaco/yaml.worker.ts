// Wraps the package's worker, because its CommonJS parts fail in the dev server when it is imported directly.
import 'monaco-yaml/yaml.worker.js';
