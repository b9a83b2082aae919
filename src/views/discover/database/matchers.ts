import type { LabelMatchers } from '../../../api/newDatabases.ts';
import type { LabelJson } from '../../../wire/http.ts';

/**
 * Whether a service with these matchers serves a database with these labels (screens §19.4). Every matcher has to hold.
 * A database without labels is served by `*: *` only.
 */
export function matchesLabels(matchers: LabelMatchers, labels: readonly LabelJson[]): boolean {
  const entries = Object.entries(matchers ?? {});
  return (
    entries.length > 0 &&
    entries.every(([key, values]) => {
      const wanted = [values].flat();
      if (key === '*' && wanted.includes('*')) return true;
      return labels.some(
        ({ name, value }) => (key === '*' || key === name) && (wanted.includes('*') || wanted.includes(value)),
      );
    })
  );
}
