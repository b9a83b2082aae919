import type { DocumentStore, StoredDocument, Saved } from './documents.ts';
import type { Authorship } from './revisions.ts';

/** A role to be stored: the author's text, and the parsed document. */
export type WrittenRole = Omit<Saved, 'kind' | 'expiresMs'>;

/** Roles among the documents. */
export class RoleStore {
  #documents: DocumentStore;

  constructor(documents: DocumentStore) {
    this.#documents = documents;
  }

  list(): StoredDocument[] {
    return this.#documents.list('role');
  }

  find(name: string): StoredDocument | undefined {
    return this.#documents.find('role', name);
  }

  has(name: string): boolean {
    return this.#documents.has('role', name);
  }

  /** Names of roles with an allow rule for one of these kinds. */
  withRulesFor(kinds: readonly string[]): string[] {
    return this.#documents.namesOfRolesWithRules(kinds);
  }

  /** Adds the role or replaces it as a whole. */
  put(role: WrittenRole, authorship: Authorship): void {
    this.#documents.put({ kind: 'role', ...role }, authorship);
  }
}
