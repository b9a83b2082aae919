import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RecordingTextStore } from '../store/recordingTexts.ts';
import { Recordings } from './Recordings.ts';
import { RunningText } from './RunningText.ts';

const SID = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';
const TIME = '2026-01-02T03:04:05.000Z';

test('a user who joins a running session repeatedly is stored once', async () => {
  const root = mkdtempSync(join(tmpdir(), 'postern-running-'));
  const texts = RecordingTextStore.open(root);
  onTestFinished(() => {
    texts.db.close();
    rmSync(root, { recursive: true, force: true });
  });
  const recordings = new Recordings(join(root, 'recordings'));
  const failed = (error: Error) => expect.fail(error.message);
  const writer = await recordings.begin(SID, { pressure: () => undefined, failed });
  writer.event({ event: 'session.start', sid: SID, user: 'mara', time: TIME, size: '80:25' });
  for (let n = 0; n < 50; n++) writer.event({ event: 'session.join', sid: SID, user: 'lena', time: TIME });
  await writer.close();

  const stored: unknown[] = [];
  const addRunning = texts.addRunning.bind(texts);
  texts.addRunning = (sid, event) => {
    stored.push(event['participants']);
    return addRunning(sid, event);
  };
  await new RunningText(SID, recordings.files(SID), texts).step();
  expect(stored).toEqual([['mara'], ['mara', 'lena']]);
});
