// A file of our own around the package's worker: imported directly, its CommonJS parts fail in the dev server.
import 'monaco-yaml/yaml.worker.js';
