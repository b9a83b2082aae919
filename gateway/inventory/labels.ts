import type { LabelJson } from '../../src/wire/http.ts';

/** Labels that queries see and answers do not show (http-resources §0.1). */
const HIDDEN = /^teleport\.(internal|hidden)\//;

/** Labels as answers hold them: sorted by name, hidden ones left out. */
export const toLabelsJson = (labels: Readonly<Record<string, string>>): LabelJson[] =>
  Object.entries(labels)
    .filter(([name]) => !HIDDEN.test(name))
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
