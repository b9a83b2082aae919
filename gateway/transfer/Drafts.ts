// What uploads write beside the files that they are to become, noted on this disk: where the gateway is killed in the
// middle, the next one knows what to take away.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, textAt } from '../../src/lib/json.ts';
import { isMissing, type RemoteFiles } from './remoteFiles.ts';

/** Whose files: those of one login on one server. */
export type DraftPlace = { serverId: string; login: string };
type Draft = DraftPlace & { path: string };

/** Of one draft. Call one of the two. */
export type DraftNote = {
  /** It is gone, or has its name. */
  settled(): Promise<void>;
  /** It still exists and should not be. */
  left(): void;
};

export class Drafts {
  #folder: string;
  /** What nobody writes any more, by the file of its note: an earlier process's, or one whose machine went away. */
  #left: Map<string, Draft>;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#left = new Map(readdirSync(folder).flatMap((name) => readNote(join(folder, name))));
  }

  /** Where something was left, each place once. */
  get places(): DraftPlace[] {
    const places = [...this.#left.values()].map(({ serverId, login }): [string, DraftPlace] => [
      JSON.stringify([serverId, login]),
      { serverId, login },
    ]);
    return [...new Map(places).values()];
  }

  /** Call it before the draft is made. An upload does not fail because its draft could not be noted. */
  async note({ serverId, login }: DraftPlace, path: string): Promise<DraftNote> {
    const file = join(this.#folder, `${randomUUID()}.json`);
    const draft: Draft = { serverId, login, path };
    await writeFile(file, JSON.stringify(draft), { mode: 0o600 }).catch(() => undefined);
    return {
      settled: () => rm(file, { force: true }),
      left: () => void this.#left.set(file, draft),
    };
  }

  /** Removes what was left in these files; what cannot be removed stays noted. Tells the paths. */
  async clear({ serverId, login }: DraftPlace, files: Pick<RemoteFiles, 'remove'>): Promise<string[]> {
    const removed: string[] = [];
    for (const [note, draft] of [...this.#left]) {
      if (draft.serverId !== serverId || draft.login !== login) continue;
      if (!(await files.remove(draft.path).then(() => true, isMissing))) continue;
      this.#left.delete(note);
      await rm(note, { force: true });
      removed.push(draft.path);
    }
    return removed;
  }
}

/** Nothing where the note itself was cut off: its draft had not been begun. */
function readNote(note: string): [note: string, draft: Draft][] {
  const json = parseJson(readFileSync(note, 'utf8'));
  if (json !== undefined) {
    const [serverId, login, path] = [textAt(json, 'serverId'), textAt(json, 'login'), textAt(json, 'path')];
    return [[note, { serverId, login, path }]];
  }
  rmSync(note, { force: true });
  return [];
}
