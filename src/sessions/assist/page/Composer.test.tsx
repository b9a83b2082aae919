import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { MessageDraft, MessageDrafts } from '../session/MessageDraft.ts';
import { Composer } from './Composer.tsx';

const onSend = vi.fn();
const onStop = vi.fn();

/** Replaces Send with Stop until the answer is complete, as the conversation does. */
function Sender({ draft }: { draft: MessageDraft }) {
  const [isAnswering, setIsAnswering] = useState(false);
  const send = (text: string) => {
    onSend(text);
    setIsAnswering(true);
  };
  return <Composer draft={draft} onStop={isAnswering ? onStop : undefined} onSend={send} />;
}

test('a double click on Send sends the message and does not stop the answer', async () => {
  render(<Sender draft={new MessageDraft(new MessageDrafts(localStorage, 'mara'), 'c1')} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Message to Assist' }), 'disks?');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }));
  expect(onSend.mock.calls).toEqual([['disks?']]);
  expect(onStop).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onStop).toHaveBeenCalledOnce();
});
