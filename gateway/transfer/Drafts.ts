// The draft files that uploads write before renaming them, noted on this disk. If the gateway is killed during an
// upload, the next process knows what to remove.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, textAt } from '../../src/lib/json.ts';
import { isMissing, type RemoteFiles } from './remoteFiles.ts';

/** The owner of drafts: one login on one server. */
export type DraftLocation = { serverId: string; login: string };
type Draft = DraftLocation & { path: string };

/** The note of one draft. Call one of the two methods. */
export type DraftNote = {
  /** The draft is deleted, or renamed to the final file. */
  settled(): Promise<void>;
  /** The draft still exists and should be removed. */
  abandoned(): void;
};

export class Drafts {
  #folder: string;
  /** Abandoned drafts, by the file of their note: of an earlier process, or of a machine that became unreachable. */
  #abandoned: Map<string, Draft>;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#abandoned = new Map(readdirSync(folder).flatMap((name) => readNote(join(folder, name))));
  }

  /** Places with abandoned drafts, each once. */
  get locations(): DraftLocation[] {
    const locations = [...this.#abandoned.values()].map(({ serverId, login }): [string, DraftLocation] => [
      JSON.stringify([serverId, login]),
      { serverId, login },
    ]);
    return [...new Map(locations).values()];
  }

  /** Call it before the draft is created. An upload does not fail because its draft could not be noted. */
  async note({ serverId, login }: DraftLocation, path: string): Promise<DraftNote> {
    const file = join(this.#folder, `${randomUUID()}.json`);
    const draft: Draft = { serverId, login, path };
    await writeFile(file, JSON.stringify(draft), { mode: 0o600 }).catch(() => undefined);
    return {
      settled: () => rm(file, { force: true }),
      abandoned: () => void this.#abandoned.set(file, draft),
    };
  }

  /** Removes abandoned drafts in these files and returns their paths. Drafts that cannot be removed stay noted. */
  async clear({ serverId, login }: DraftLocation, files: Pick<RemoteFiles, 'remove'>): Promise<string[]> {
    const removed: string[] = [];
    for (const [note, draft] of [...this.#abandoned]) {
      if (draft.serverId !== serverId || draft.login !== login) continue;
      if (!(await files.remove(draft.path).then(() => true, isMissing))) continue;
      this.#abandoned.delete(note);
      await rm(note, { force: true });
      removed.push(draft.path);
    }
    return removed;
  }
}

/** Empty if the note itself is incomplete: then its draft was not started. */
function readNote(note: string): [note: string, draft: Draft][] {
  const json = parseJson(readFileSync(note, 'utf8'));
  if (json !== undefined) {
    const [serverId, login, path] = [textAt(json, 'serverId'), textAt(json, 'login'), textAt(json, 'path')];
    return [[note, { serverId, login, path }]];
  }
  rmSync(note, { force: true });
  return [];
}
