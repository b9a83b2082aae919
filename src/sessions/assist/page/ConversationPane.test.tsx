import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { AssistDesk } from '../session/AssistDesk.ts';
import { MessageDraft, MessageDrafts } from '../session/MessageDraft.ts';
import { ConversationArea } from './ConversationPane.tsx';
import { AssistPartsContext } from './parts.ts';

test('does not open a new conversation if the user has left the page', async () => {
  let resolve: (id: string) => void = () => undefined;
  const created = new Promise<string>((done) => (resolve = done));
  const desk = {
    heads: new ValueStore(new Map()),
    list: new ValueStore({ kind: 'loaded', conversations: [] }),
    newDraft: new MessageDraft(new MessageDrafts(localStorage, 'mara'), 'new'),
    loadState: () => Promise.resolve(),
    begin: () => created,
  } as unknown as AssistDesk;
  const onBegun = vi.fn();
  const { unmount } = render(
    <AssistPartsContext value={{ desk, FactorPrompt: () => null, checkAccess: () => undefined, recordingHref: String }}>
      <ConversationArea id={undefined} onBegun={onBegun} onNew={() => undefined} />
    </AssistPartsContext>,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Message to Assist' }), 'disks?{Enter}');
  unmount();
  resolve('c1');
  await created;
  expect(onBegun).not.toHaveBeenCalled();
});
