import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { AccessCache } from '../identity/accessCache.ts';
import { RecordingTextStore } from '../store/recordingTexts.ts';
import { recordingSearch, type SearchPosition } from './recordingReads.ts';

/** Recordings of ann and of others, the newest last. Each ended at its `endedMs`. */
function searchOf(ended: readonly { user: string; sid: string; endedMs: number }[]) {
  const directory = mkdtempSync(join(tmpdir(), 'postern-search-'));
  const recordingTexts = RecordingTextStore.open(directory);
  onTestFinished(() => {
    recordingTexts.db.close();
    rmSync(directory, { recursive: true });
  });
  for (const { user, sid, endedMs } of ended) recordingTexts.add(sid, endedMs, { sid, participants: [user] });
  for (const { id } of recordingTexts.endedBetween(0, 1e12)) {
    recordingTexts.addBlocks(id, [{ kind: 'line', lines: ['rm -rf'], times: [0] }]);
    recordingTexts.end(id, 'ready');
  }
  const stores = memoryStores();
  const where = 'contains(session.participants, user.metadata.name)';
  const allow = { rules: [{ resources: ['session'], verbs: ['read'], where }] };
  const document = { kind: 'role', version: 'v6', metadata: { name: 'own' }, spec: { allow } };
  stores.roles.put({ name: 'own', content: '', document }, { by: 'admin', nowMs: 0 });
  stores.users.add({ name: 'ann', roles: ['own'], traits: {}, createdBy: 'admin', createdMs: 0 });
  const accessCache = new AccessCache(stores.db, stores.roles, () => false);
  const settings = { clusterName: 'example.test', publicUrl: '', hostId: '' };
  const parts = { stores, recordingTexts, accessCache, recordingsDir: directory, settings };
  const asked = { user: 'ann', text: 'rm', isRegExp: false, commandsOnly: false, fromMs: 0, toMs: 1e12, limit: 100 };
  /** The time limit of a page allows only one recording. */
  return (after: SearchPosition | undefined) => recordingSearch(parts, { ...asked, after }, -1);
}

const sidOf = (first: string) => `${first}0000000-0000-4000-8000-000000000000`;

test('pages list each readable recording once, and no page names a hidden session', () => {
  const search = searchOf([
    { user: 'bob', sid: sidOf('1'), endedMs: 1000 },
    { user: 'ann', sid: sidOf('2'), endedMs: 2000 },
    { user: 'bob', sid: sidOf('3'), endedMs: 3000 },
    { user: 'ann', sid: sidOf('4'), endedMs: 3000 },
    { user: 'bob', sid: sidOf('5'), endedMs: 3000 },
    { user: 'ann', sid: sidOf('6'), endedMs: 3000 },
    { user: 'bob', sid: sidOf('7'), endedMs: 4000 },
  ]);
  const found: string[] = [];
  const keys: string[] = [];
  for (let after: SearchPosition | undefined, page = 0; page < 20; page++) {
    const { recordings, startKey } = search(after);
    found.push(...recordings.map(({ sid }) => sid));
    if (startKey === '') break;
    keys.push(startKey);
    const [endedMs = '', sid = ''] = startKey.split('/');
    after = { endedMs: Number(endedMs), sid };
  }
  expect(found).toEqual(['6', '4', '2'].map(sidOf));
  expect(keys.filter((key) => ['1', '3', '5', '7'].some((first) => key.includes(sidOf(first))))).toEqual([]);
  expect(keys).toContain(`2000/${sidOf('2')}`);
});
