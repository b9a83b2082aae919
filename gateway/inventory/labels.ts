import type { LabelJson } from '../../src/wire/http.ts';

/** Labels that queries match and answers omit (http-resources §0.1). */
const HIDDEN = /^teleport\.(internal|hidden)\//;

/** Labels in answers: sorted by name, without hidden ones. */
export const toLabelsJson = (labels: Readonly<Record<string, string>>): LabelJson[] =>
  Object.entries(labels)
    .filter(([name]) => !HIDDEN.test(name))
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
