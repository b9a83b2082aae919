// @vitest-environment happy-dom
// A document that is not in its list: documents of a seed are read individually.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { Refusal, stubServer } from '../../../tests/support/stubServer.ts';
import { createDataProvider } from '../../dataProvider/dataProvider.ts';
import { Drafts } from '../../lib/drafts.ts';
import { DocumentDrafts } from './drafts.ts';
import { DraftSlot } from './draftSlot.ts';
import { openDocument } from './openDocument.ts';

// A browser without communication between tabs.
beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));
afterEach(() => vi.unstubAllGlobals());

const documents = resourceNamed('reachableDocuments');
const { yaml } = documents;
if (!yaml) throw new Error('resources cannot be edited as documents');
const argo = { id: 'app:argo', kind: 'app', name: 'argo', content: 'kind: app\n', origin: 'seed' };
const open = () =>
  openDocument({
    resource: { ...documents, yaml },
    name: 'resources',
    target: { kind: 'existing', id: 'app:argo' },
    dataProvider: createDataProvider([documents], { isCurrent: true, hasRevisions: true }),
    user: 'ann',
    clusterId: 'east',
  });

test('opens as read-only with its own request', async () => {
  stubServer(({ path }) => (path === 'postern/inventory' ? [] : argo));
  const opened = await open();
  if (opened.kind !== 'open') throw new Error(opened.kind);
  const { session, slot } = opened.document;
  expect(session.state.get().base).toMatchObject({ text: 'kind: app\n', heldBecause: expect.stringMatching(/a seed/) });
  session.dispose();
  await slot.leave();
});

test('is missing when its request gets a 404', async () => {
  stubServer(({ path }) => (path === 'postern/inventory' ? [] : new Refusal(404, 'not found')));
  expect(await open()).toEqual({ kind: 'missing', draft: undefined });
});

test('rejects once when its request fails, also while other tabs are still queried', async () => {
  const take = DraftSlot.take.bind(DraftSlot);
  const asked = vi.spyOn(DraftSlot, 'take').mockImplementation(async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return take(...given);
  });
  onTestFinished(() => asked.mockRestore());
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  stubServer(() => new Refusal(500, 'broken'));
  await expect(open()).rejects.toThrow('broken');
  expect(unhandled).not.toHaveBeenCalled();
});

test('does not restore a draft whose values the server already has', async () => {
  const drafts = new DocumentDrafts(new Drafts(localStorage, 'ann'), 'east/resources/app%3Aargo#1', (text) => text);
  drafts.save('kind: app\nversion: v3\n', { text: 'kind: app\n', readAtMs: 1 });
  stubServer(({ path }) => (path === 'postern/inventory' ? [] : { ...argo, content: 'version: v3\nkind: app\n' }));
  const opened = await open();
  if (opened.kind !== 'open') throw new Error(opened.kind);
  const { session, slot, restored } = opened.document;
  expect(restored).toBeUndefined();
  session.dispose();
  await slot.leave();
});
