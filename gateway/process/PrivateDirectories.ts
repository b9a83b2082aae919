// Temporary directories of sessions, each noted in the data directory: after a kill, the next gateway knows what to
// delete.
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

export class PrivateDirectories {
  #notes: string;
  /** Names of the notes of an earlier process. */
  #leftover: string[];

  /**
   * `notes`: a folder of the data directory, which is locked for this process. So the authors of existing notes have
   * ended.
   */
  constructor(notes: string) {
    this.#notes = resolve(notes);
    mkdirSync(notes, { recursive: true, mode: 0o700 });
    this.#leftover = readdirSync(notes);
  }

  /** Creates a directory that only this account can open, and resolves with its path. `kind` is part of its name. */
  async make(kind: string): Promise<string> {
    const name = `postern-${kind}-${randomBytes(6).toString('base64url')}`;
    const path = join(tmpdir(), name);
    // The note contains its own folder, so that notes in a copied data directory are ignored.
    await writeFile(join(this.#notes, name), `${this.#notes}\n${path}`, { mode: 0o600 });
    await mkdir(path, { mode: 0o700 });
    return path;
  }

  /** Deletes a directory of `make` with its content. One that cannot be deleted now is left for the next process. */
  remove(path: string): void {
    try {
      this.#remove(path);
    } catch {
      // Its note stays.
    }
  }

  #remove(path: string): void {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    rmSync(join(this.#notes, basename(path)), { force: true });
  }

  /**
   * Deletes directories of an earlier process, and returns their paths. Call it when its programs can no longer run.
   */
  removeLeft(failed: (error: unknown) => void): string[] {
    return this.#leftover.splice(0).filter((name) => {
      try {
        const note = join(this.#notes, name);
        const [notes, path = ''] = readFileSync(note, 'utf8').split('\n');
        const isThere = notes === this.#notes && basename(path) === name && isOwnDirectory(path);
        if (isThere) this.#remove(path);
        else rmSync(note, { force: true });
        return isThere;
      } catch (error) {
        failed(error);
        return false;
      }
    });
  }
}

/** The path may now be a link, or belong to another account. */
function isOwnDirectory(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.();
}
