// Directories of sessions among the temporary files of the system, each noted in the data directory: where a gateway is
// killed, the next one knows what it left behind.
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

export class PrivateDirectories {
  #notes: string;
  /** Names of the notes of an earlier process. */
  #left: string[];

  /** `notes`: a folder of the data directory, which belongs to this process: who wrote what is there has ended. */
  constructor(notes: string) {
    this.#notes = resolve(notes);
    mkdirSync(notes, { recursive: true, mode: 0o700 });
    this.#left = readdirSync(notes);
  }

  /** Makes one that only this account can open, and resolves with its path. `kind` is part of its name. */
  async make(kind: string): Promise<string> {
    const name = `postern-${kind}-${randomBytes(6).toString('base64url')}`;
    const path = join(tmpdir(), name);
    // Notes in a copy of the data directory are not those of the copy.
    await writeFile(join(this.#notes, name), `${this.#notes}\n${path}`, { mode: 0o600 });
    await mkdir(path, { mode: 0o700 });
    return path;
  }

  /** Removes one that `make` made, with what is in it. */
  remove(path: string): void {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    rmSync(join(this.#notes, basename(path)), { force: true });
  }

  /** Removes what an earlier process left, and returns the paths. Call it when no program of it can run any more. */
  removeLeft(failed: (error: unknown) => void): string[] {
    return this.#left.splice(0).filter((name) => {
      try {
        const note = join(this.#notes, name);
        const [notes, path = ''] = readFileSync(note, 'utf8').split('\n');
        const isThere = notes === this.#notes && basename(path) === name && isOwnDirectory(path);
        if (isThere) this.remove(path);
        else rmSync(note, { force: true });
        return isThere;
      } catch (error) {
        failed(error);
        return false;
      }
    });
  }
}

/** What has the name now may be a link, or belong to another account. */
function isOwnDirectory(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.();
}
