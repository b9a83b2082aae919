import type { ConnectorKind } from '../../src/wire/connectors.ts';
import type { DocumentStore, StoredDocument } from './documents.ts';

/** A stored connector: the author's text without its secret, and the whole parsed document. */
export type StoredConnector = StoredDocument & { kind: ConnectorKind };

/** In the order of the login page (http-auth §2.2). */
const KINDS: readonly ConnectorKind[] = ['oidc', 'github'];

/** Sign-in connectors among the documents. */
export class ConnectorStore {
  #documents: DocumentStore;

  constructor(documents: DocumentStore) {
    this.#documents = documents;
  }

  /** All OpenID connectors, then all GitHub connectors, each by name. */
  list(): StoredConnector[] {
    return KINDS.flatMap((kind) => this.#documents.list(kind).map((stored) => ({ ...stored, kind })));
  }

  find(kind: ConnectorKind, name: string): StoredConnector | undefined {
    const stored = this.#documents.find(kind, name);
    return stored && { ...stored, kind };
  }
}
