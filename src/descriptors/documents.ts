import type { Resource } from './defineResource.ts';
import type { DocumentType } from './documentTypes.ts';

type Named = Pick<Resource, 'yaml'>;
type Documents = { yaml: NonNullable<Resource['yaml']> };

/** The name in a document, from the id of its row. */
export const nameOf = ({ yaml }: Named, id: string): string => yaml?.ids?.parts(id).name ?? id;

/**
 * The name for titles, messages and file names. A secret name is masked. Empty while it is unknown. `document` may be
 * one that the server does not have yet.
 */
export const shownName = (resource: Named, id: string, document?: unknown): string =>
  resource.yaml?.ids?.shown?.(id, document) ?? nameOf(resource, id);

/** The id of a document with this name. */
export const idOf = ({ yaml }: Named, { kind }: DocumentType, name: string): string =>
  yaml?.ids?.of(kind, name) ?? name;

/** By the value of `kind`. Undefined if the resource has no such documents. */
export const typeOfKind = ({ yaml }: Documents, kind: string): DocumentType | undefined =>
  yaml.types.find((type) => type.kind === kind);

/** The type of an existing document. */
export const typeOf = (resource: Documents, id: string): DocumentType =>
  (resource.yaml.ids && typeOfKind(resource, resource.yaml.ids.parts(id).kind)) ?? resource.yaml.types[0];
