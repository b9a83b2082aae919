import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Drafts } from './Drafts.ts';
import { ownFiles } from './ownFiles.ts';
import { PrivateDirectory } from './PrivateDirectory.ts';
import { FileError } from './remoteFiles.ts';

const HERE = { serverId: 'here', login: 'ana' };
const THERE = { serverId: 'there', login: 'ana' };

let folder: string;
let notes: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-drafts-'));
  notes = join(folder, 'notes');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const made = (name: string): string => {
  writeFileSync(join(folder, name), 'half');
  return join(folder, name);
};

test('removes drafts of an earlier process at their location, and only there', async () => {
  const earlier = new Drafts(notes);
  const [mine, other] = [made('.a.part'), made('.b.part')];
  await earlier.note(HERE, mine);
  await earlier.note(THERE, other);
  const next = new Drafts(notes);
  expect(next.locations).toEqual(expect.arrayContaining([HERE, THERE]));
  expect(await next.clear(HERE, ownFiles(folder, new PrivateDirectory(notes)))).toEqual([mine]);
  expect([existsSync(mine), existsSync(other), next.locations]).toEqual([false, true, [THERE]]);
  expect(new Drafts(notes).locations).toEqual([THERE]);
});

test('does not remove a draft that this process is writing', async () => {
  const drafts = new Drafts(notes);
  const mine = made('.a.part');
  await drafts.note(HERE, mine);
  expect([await drafts.clear(HERE, ownFiles(folder, new PrivateDirectory(notes))), existsSync(mine)]).toEqual([
    [],
    true,
  ]);
});

test('a settled draft is no longer noted', async () => {
  const note = await new Drafts(notes).note(HERE, made('.a.part'));
  await note.settled();
  expect([new Drafts(notes).locations, readdirSync(notes)]).toEqual([[], []]);
});

test('an abandoned draft is removed at the next clear of its location', async () => {
  const drafts = new Drafts(notes);
  const mine = made('.a.part');
  (await drafts.note(HERE, mine)).abandoned();
  expect(await drafts.clear(HERE, ownFiles(folder, new PrivateDirectory(notes)))).toEqual([mine]);
  expect([existsSync(mine), readdirSync(notes)]).toEqual([false, []]);
});

test('a missing draft is no longer noted, and a draft that cannot be removed stays noted', async () => {
  const earlier = new Drafts(notes);
  await earlier.note(HERE, join(folder, '.gone.part'));
  await earlier.note(THERE, made('.kept.part'));
  const next = new Drafts(notes);
  await next.clear(HERE, ownFiles(folder, new PrivateDirectory(notes)));
  expect(await next.clear(THERE, { remove: () => Promise.reject(new FileError('denied')) })).toEqual([]);
  expect(new Drafts(notes).locations).toEqual([THERE]);
});

test('a truncated note is removed without an error', () => {
  mkdirSync(notes);
  writeFileSync(join(notes, 'x.json'), '{"serverId":"he');
  expect([new Drafts(notes).locations, readdirSync(notes)]).toEqual([[], []]);
});
