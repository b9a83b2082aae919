// Documents as they travel.
import type { ResourceItemJson } from '../../src/wire/http.ts';
import type { StoredDocument } from '../store/documents.ts';

/** http-resources §11.1. */
export const toResourceItem = ({
  kind,
  name,
  content,
}: Pick<StoredDocument, 'kind' | 'name' | 'content'>): ResourceItemJson => ({
  id: `${kind}:${name}`,
  kind,
  name,
  content,
});
