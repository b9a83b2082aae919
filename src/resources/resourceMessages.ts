import type { Resource } from '../descriptors/defineResource.ts';
import { formatCount } from '../lib/numbers.ts';

/** Labels that keep their capital inside a sentence. */
const NAME = /^(Kubernetes\b|[^a-z]+$)/;

/** `Server` inside a sentence. Names and labels in capitals stay as they are. */
const inside = (word: string): string => (NAME.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1));

export const singularName = (resource: Resource): string => inside(resource.label[0]);
export const pluralName = (resource: Resource): string => inside(resource.label[1]);

const DELETES = { act: 'Delete', acting: 'Deleting', done: 'deleted' };

/** The texts for removing a row. */
export const removalMessages = ({ removal }: Pick<Resource, 'removal'>): typeof DELETES => removal?.messages ?? DELETES;

/** `1 server`, `12 408 servers`. */
export const countOf = (resource: Resource, count: number): string =>
  `${formatCount(count)} ${count === 1 ? singularName(resource) : pluralName(resource)}`;
