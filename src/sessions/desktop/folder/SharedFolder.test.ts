import { beforeEach, expect, test, vi } from 'vitest';
import { FakeDirectory } from '../../../../tests/support/fakeDirectory.ts';
import { utf8 } from '../../../lib/encoding.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { SharedFolder } from './SharedFolder.ts';

let root: FakeDirectory;
let sent: DesktopMessage[];
let warnings: string[];

async function share(more: Partial<ConstructorParameters<typeof SharedFolder>[0]> = {}): Promise<SharedFolder> {
  const folder = new SharedFolder({
    pickFolder: () => Promise.resolve(root.handle),
    isAllowed: true,
    hasExtensions: false,
    send: (message) => void sent.push(message),
    warn: (text) => void warnings.push(text),
    ...more,
  });
  await folder.share();
  return folder;
}

beforeEach(() => {
  root = new FakeDirectory('Übergabe');
  sent = [];
  warnings = [];
});

test('announces the folder by its name, as directory 2', async () => {
  const folder = await share();
  expect(sent).toEqual([{ kind: 'directoryAnnounce', unused: 0, directory: 2, name: 'Übergabe' }]);
  expect(folder.name.get()).toBe('Übergabe');
});

test('answers requests in their order: a file is created before it is written', async () => {
  const folder = await share();
  const file = { request: 0, directory: 2, path: 'a.txt' };
  folder.receive({ kind: 'infoRequest', ...file });
  folder.receive({ kind: 'createRequest', ...file, fileType: 0 });
  folder.receive({ kind: 'writeRequest', ...file, offset: 0n, data: utf8('hello') });
  folder.receive({ kind: 'readRequest', ...file, offset: 0n, length: 10 });
  await vi.waitFor(() => expect(sent).toHaveLength(5));
  expect(sent.slice(1)).toMatchObject([
    { kind: 'infoResponse', answer: 2 },
    { kind: 'createResponse', answer: 0 },
    { kind: 'writeResponse', answer: 0, bytesWritten: 5 },
    { kind: 'readResponse', answer: 0, data: utf8('hello') },
  ]);
  expect(warnings).toEqual([]);
});

test('stops sharing a folder that the desktop rejects, with a warning', async () => {
  const folder = await share();
  folder.receive({ kind: 'directoryAcknowledge', answer: 1, directory: 2 });
  folder.receive({ kind: 'listRequest', request: 1, directory: 2, path: '' });
  expect([folder.name.get(), warnings.length, sent.length]).toEqual([undefined, 1, 1]);
});

test('ignores a cancelled picker and reports a picker that failed', async () => {
  await share({ pickFolder: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  expect(warnings).toEqual([]);
  await share({ pickFolder: () => Promise.reject(new DOMException('a system folder', 'SecurityError')) });
  expect(warnings).toEqual(['The folder was not shared: a system folder.']);
  expect(sent).toEqual([]);
});

test.each([
  [{ isAllowed: false }, /roles/],
  [{ hasExtensions: true }, /gateway/],
  [{ pickFolder: undefined }, /browser/],
])('shares nothing with %j', async (more, why) => {
  const folder = await share(more);
  expect(folder.off).toMatch(why);
  expect(sent).toEqual([]);
});
