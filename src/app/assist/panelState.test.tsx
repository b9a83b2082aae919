import { expect, test } from 'vitest';
import { assistPanel, closeAssist, forgetInPanel, selectInPanel } from './panelState.ts';

test('the panel closes a deleted conversation and keeps others', () => {
  selectInPanel('c1');
  forgetInPanel('c2');
  expect(assistPanel.get()).toEqual({ isOpen: true, conversationId: 'c1' });
  forgetInPanel('c1');
  expect(assistPanel.get()).toEqual({ isOpen: true, conversationId: undefined });
  closeAssist();
});
