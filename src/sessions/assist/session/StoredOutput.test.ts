import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/json.ts';
import { utf8 } from '../../../lib/encoding.ts';
import { StoredOutput, type RecordingPorts } from './StoredOutput.ts';

/** A recording of `seq 1`. `asked` contains the requested sessions. */
function recordingOf() {
  const asked: string[] = [];
  const exec: JsonObject = { event: 'exec', exitCode: '0', time: '2030-01-01T10:00:00Z' };
  const ports: RecordingPorts = {
    fetchBytes: async (sid) => (asked.push(sid), utf8('1\n')),
    readEvents: async (_sid, take) => take([exec]),
  };
  return { asked, ports };
}

test('reads the output from its recording', async () => {
  const { asked, ports } = recordingOf();
  const output = new StoredOutput({ sessionId: 's1' }, ports);
  output.want();
  await expect.poll(() => output.state.get()).toMatchObject({ kind: 'done', status: 0 });
  expect(asked).toEqual(['s1']);
});

test('requests nothing if the result names no recording', () => {
  const { asked, ports } = recordingOf();
  const output = new StoredOutput({ sessionId: '' }, ports);
  output.want();
  expect(output.state.get()).toEqual({ kind: 'failed', why: 'No output was stored.' });
  expect(asked).toEqual([]);
  const failed = new StoredOutput({ sessionId: '', error: 'The server could not be reached.' }, ports);
  failed.want();
  expect(failed.state.get()).toEqual({ kind: 'failed', why: 'The server could not be reached.' });
});

test('a command without a readable recording or an exit event has an unknown result', async () => {
  const unreadable: Partial<RecordingPorts>[] = [
    { readEvents: async () => Promise.reject(new Error('access denied')) },
    { readEvents: async (_sid, take) => take([{ event: 'session.start' }]) },
  ];
  for (const part of unreadable) {
    const output = new StoredOutput({ sessionId: 's1' }, { ...recordingOf().ports, ...part });
    output.want();
    await expect.poll(() => output.state.get().kind).toBe('unknown');
  }
});
