import { isMaskedWholly, maskedToken } from '../../src/wire/joinTokens.ts';
import { nodeAt, outlineYaml } from '../../src/wire/yaml.ts';
import { bumpDataRevision } from './dataRevision.ts';
import type { Database } from './database.ts';
import type { Authorship, RevisionStore } from './revisions.ts';

/** A document to be stored: the author's text, and its parsed content. */
export type Saved = {
  kind: string;
  name: string;
  content: string;
  document: unknown;
  /** Milliseconds since the epoch. Absent: it does not expire. */
  expiresMs?: number;
};
export type StoredDocument = Saved & {
  revision: number;
  createdBy: string;
  createdMs: number;
  updatedMs: number;
};

type Row = {
  kind: string;
  name: string;
  content: string;
  document: string;
  revision: number;
  created_by: string;
  created_ms: number;
  updated_ms: number;
  expires_ms: number | null;
};

const LIVES = '(expires_ms IS NULL OR expires_ms > ?)';

/**
 * All documents that are edited as text. Each write adds a revision in the same transaction. An expired document counts
 * as missing. `expire` deletes it.
 */
export class DocumentStore {
  #db: Database;
  #revisions: RevisionStore;
  #now: () => number;
  /** When the next document expires. undefined: not read yet. */
  #nextEndMs: number | undefined;

  constructor(db: Database, revisions: RevisionStore, now: () => number = Date.now) {
    this.#db = db;
    this.#revisions = revisions;
    this.#now = now;
  }

  /** By name, in byte order. */
  list(kind: string): StoredDocument[] {
    return this.#db
      .all<Row>(`SELECT * FROM documents WHERE kind = ? AND ${LIVES} ORDER BY name`, kind, this.#now())
      .map(toDocument);
  }

  find(kind: string, name: string): StoredDocument | undefined {
    const row = this.#db.get<Row>(
      `SELECT * FROM documents WHERE kind = ? AND name = ? AND ${LIVES}`,
      kind,
      name,
      this.#now(),
    );
    return row && toDocument(row);
  }

  has(kind: string, name: string): boolean {
    const sql = `SELECT 1 AS found FROM documents WHERE kind = ? AND name = ? AND ${LIVES}`;
    return this.#db.get(sql, kind, name, this.#now()) !== undefined;
  }

  /** Found without reading each document. */
  namesOfRolesWithRules(kinds: readonly string[]): string[] {
    return this.#db
      .all<{ name: string }>(
        `SELECT name FROM documents WHERE kind = 'role' AND ${LIVES} AND EXISTS (
           SELECT 1 FROM json_each(documents.document, '$.spec.allow.rules') rule, json_each(rule.value, '$.resources') resource
           WHERE rule.type = 'object' AND resource.value IN (SELECT value FROM json_each(?)))`,
        this.#now(),
        JSON.stringify(kinds),
      )
      .map(({ name }) => name);
  }

  /** Whether any document has expired. Very cheap. */
  get hasExpired(): boolean {
    const sql = 'SELECT min(expires_ms) AS ms FROM documents WHERE expires_ms IS NOT NULL';
    this.#nextEndMs ??= this.#db.get<{ ms: number | null }>(sql)?.ms ?? Infinity;
    return this.#nextEndMs <= this.#now();
  }

  /** Deletes the expired documents and returns them. Each revision gets the document's expiry time. */
  expire(by: string): StoredDocument[] {
    return this.#db.transaction(() => {
      const over = this.#db
        .all<Row>('SELECT * FROM documents WHERE expires_ms <= ? ORDER BY expires_ms', this.#now())
        .map(toDocument);
      for (const { kind, name, expiresMs } of over) this.#remove(kind, name, { by, nowMs: expiresMs ?? this.#now() });
      return over;
    });
  }

  /** Adds the document or replaces it as a whole. Returns its revision. */
  put({ kind, name, content, document, expiresMs }: Saved, { by, nowMs }: Authorship): number {
    return this.#db.transaction(() => {
      const revision = this.#revisions.add(kind, name, historyText(kind, content, name), { by, nowMs });
      this.#db.run(
        `INSERT INTO documents (kind, name, content, document, revision, created_by, created_ms, updated_ms, expires_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET content = excluded.content,
           document = excluded.document, revision = excluded.revision, updated_ms = excluded.updated_ms,
           expires_ms = excluded.expires_ms`,
        kind,
        name,
        content,
        JSON.stringify(document),
        revision,
        by,
        nowMs,
        nowMs,
        expiresMs ?? null,
      );
      this.#changed(kind);
      return revision;
    });
  }

  /** False if it did not exist. */
  delete(kind: string, name: string, authorship: Authorship): boolean {
    return this.#db.transaction(() => {
      if (!this.has(kind, name)) return false;
      this.#remove(kind, name, authorship);
      return true;
    });
  }

  #remove(kind: string, name: string, authorship: Authorship): void {
    this.#db.run('DELETE FROM documents WHERE kind = ? AND name = ?', kind, name);
    this.#revisions.add(kind, name, undefined, authorship);
    this.#changed(kind);
  }

  /** Notifies caches of access about changed roles and locks, for every writer. */
  #changed(kind: string): void {
    this.#nextEndMs = undefined;
    if (kind === 'role' || kind === 'lock') bumpDataRevision(this.#db, 'access');
  }
}

/** Longer texts are not parsed during a write, because that would block other requests. */
const MAX_OUTLINED_CHARS = 4000;

/**
 * A join token's name is its secret, so a history shows only its end (resource-specs §7). A short name may also be a
 * word of the text. Then the text keeps that word.
 */
function historyText(kind: string, content: string, name: string): string {
  if (kind !== 'token') return content;
  const masked = maskedToken(name);
  const text = content.replace(/^\ufeff/, '');
  const root = text.length > MAX_OUTLINED_CHARS ? undefined : outlineYaml(text);
  const node = root && nodeAt(root, ['metadata', 'name']);
  if (!node || node.style === 'alias') return content.replaceAll(name, masked);
  // An unquoted word that starts with a star would be an alias.
  const named = `${text.slice(0, node.start)}${JSON.stringify(masked)}${text.slice(node.end)}`;
  return isMaskedWholly(name) ? named : named.replaceAll(name, masked);
}

const toDocument = (row: Row): StoredDocument => ({
  kind: row.kind,
  name: row.name,
  content: row.content,
  document: JSON.parse(row.document) as unknown,
  revision: row.revision,
  createdBy: row.created_by,
  createdMs: row.created_ms,
  updatedMs: row.updated_ms,
  ...(row.expires_ms !== null && { expiresMs: row.expires_ms }),
});
