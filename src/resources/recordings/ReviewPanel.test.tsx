import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderSection } from '../../../tests/support/accountHarness.tsx';
import { Refusal, stubServer } from '../../../tests/support/stubServer.ts';
import type * as Behaviour from '../../api/serverBehaviour.ts';
import type { RecordingReviewJson, ReviewChangeJson } from '../../wire/recordings.ts';
import ReviewPanel from './ReviewPanel.tsx';

vi.mock('../../api/serverBehaviour.ts', async (original) => {
  const actual = await original<typeof Behaviour>();
  return { ...actual, serverBehaviour: { ...actual.serverBehaviour, keepsReviews: true } };
});

const user = userEvent.setup({ delay: null });
let stored: RecordingReviewJson;
let sessions = 0;
beforeEach(() => (stored = { reviewed: false, note: '' }));
afterEach(() => vi.unstubAllGlobals());

/** Opens the panel of a recording over a server that stores reviews as the gateway does. */
function open() {
  const calls = stubServer(({ method, body }) => {
    if (method === 'GET') return stored;
    const { noteBefore, ...change } = body as ReviewChangeJson;
    if (noteBefore !== undefined && noteBefore !== stored.note)
      return new Refusal(409, 'the note was changed after it was read');
    return (stored = { ...stored, ...change, by: 'mara' });
  });
  const sid = `s-${sessions++}`;
  renderSection(<ReviewPanel row={{ id: sid, sid }} reload={() => undefined} />);
  return calls;
}
const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const saveNote = () => user.click(screen.getByRole('button', { name: 'Save note' }));
const written = () => screen.findByText(/^The (note is saved|recording is marked as reviewed)$/);

test('changing the mark keeps the note of another reviewer, and changing the note keeps the mark', async () => {
  open();
  await note();
  stored = { reviewed: false, note: 'suspicious', by: 'otto' };
  await user.click(screen.getByRole('checkbox', { name: 'Reviewed' }));
  await written();
  expect(stored).toEqual({ reviewed: true, note: 'suspicious', by: 'mara' });
  expect((await note()).value).toBe('suspicious');
  stored = { reviewed: false, note: 'suspicious', by: 'otto' };
  await user.type(await note(), ', but fine');
  await saveNote();
  await waitFor(() => expect(stored).toEqual({ reviewed: false, note: 'suspicious, but fine', by: 'mara' }));
});

test('shows a concurrent note of another reviewer before it is replaced', async () => {
  open();
  await user.type(await note(), 'mine');
  stored = { reviewed: false, note: 'theirs', by: 'otto' };
  await user.click(screen.getByRole('checkbox', { name: 'Reviewed' })); // this reads the other note
  await written();
  await saveNote();
  const failure = await screen.findByText(/the note was changed after it was read/);
  expect(failure.textContent).toContain('The note is now “theirs”. Save again to replace it.');
  expect([stored.note, (await note()).value]).toEqual(['theirs', 'mine']);
  await saveNote();
  await waitFor(() => expect(stored.note).toBe('mine'));
  await waitFor(() => expect(screen.queryByText(/the note was changed/)).toBeNull());
});

test('keeps text typed during a save and saves it next', async () => {
  open();
  const area = await note();
  await user.type(area, 'one');
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  fireEvent.change(area, { target: { value: 'one, two' } });
  await written();
  expect([stored.note, (await note()).value]).toEqual(['one', 'one, two']);
  await saveNote();
  await waitFor(() => expect(stored.note).toBe('one, two'));
});

test('the browser asks for confirmation before an unsaved note is lost', async () => {
  open();
  await user.type(await note(), 'half a th');
  const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(leave()).toBe(true);
});

test('a failure without a draft does not claim that text is kept', async () => {
  stubServer(() => new Refusal(404, 'the recording was removed'));
  renderSection(<ReviewPanel row={{ id: 'gone', sid: 'gone' }} reload={() => undefined} />);
  const failure = await screen.findByText(/the recording was removed/);
  expect(failure.textContent).not.toContain('Your text is kept');
});
