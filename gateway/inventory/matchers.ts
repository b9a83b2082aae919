import { at, isObject } from '../../src/lib/json.ts';
import type { ResourceDocument } from '../config/settings.ts';

/** Label → values that it may have. */
type LabelMatcher = Readonly<Record<string, readonly string[]>>;

/** The databases of a database service: those that match one of these (http-resources §6.6). */
export function resourceMatchers({ spec }: Pick<ResourceDocument, 'spec'>): LabelMatcher[] {
  const resources = at(spec, 'resources');
  return (Array.isArray(resources) ? resources : []).map((resource: unknown) => {
    const labels = at(resource, 'labels');
    return Object.fromEntries(
      isObject(labels) ? Object.entries(labels).map(([key, value]) => [key, texts(value)]) : [],
    );
  });
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
