import type { Resource } from './defineResource.ts';
import type { DocumentType } from './documentTypes.ts';

type Named = Pick<Resource, 'yaml'>;
type Documents = { yaml: NonNullable<Resource['yaml']> };

/** The name that a document gives itself, from the id of its row. */
export const nameOf = ({ yaml }: Named, id: string): string => yaml?.ids?.parts(id).name ?? id;

/**
 * The name as titles, messages and names of files tell it: a secret one is masked. Empty while it is not known.
 * `document` is one that the server may not have yet.
 */
export const shownName = (resource: Named, id: string, document?: unknown): string =>
  resource.yaml?.ids?.shown?.(id, document) ?? nameOf(resource, id);

/** The id that a document of a name has or would have. */
export const idOf = ({ yaml }: Named, { kind }: DocumentType, name: string): string =>
  yaml?.ids?.of(kind, name) ?? name;

/** By the value of `kind`; undefined where the resource has no such documents. */
export const typeOfKind = ({ yaml }: Documents, kind: string): DocumentType | undefined =>
  yaml.types.find((type) => type.kind === kind);

/** The type of a document that exists. */
export const typeOf = (resource: Documents, id: string): DocumentType =>
  (resource.yaml.ids && typeOfKind(resource, resource.yaml.ids.parts(id).kind)) ?? resource.yaml.types[0];
