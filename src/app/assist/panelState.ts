import { assistRequest } from '../../api/assistRequests.ts';
import { STORAGE, writeText } from '../../lib/storage.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** The panel of Assist over any page. `conversationId` undefined: a new conversation. */
type PanelState = { isOpen: boolean; conversationId: string | undefined };

export const assistPanel = new ValueStore<PanelState>({ isOpen: false, conversationId: undefined });

/** True until Assist has been opened, or its hint closed, in this browser. */
export const isAssistNew = new ValueStore(localStorage.getItem(STORAGE.showAssist) !== 'false');

/** Permanent: the mark survives a sign-out (http-auth §13). */
export function closeHint(): void {
  writeText(localStorage, STORAGE.showAssist, 'false');
  isAssistNew.set(false);
}

export function openAssist(): void {
  assistPanel.set({ ...assistPanel.get(), isOpen: true });
  if (isAssistNew.get()) closeHint();
}
export const closeAssist = (): void => assistPanel.set({ ...assistPanel.get(), isOpen: false });
export const toggleAssist = (): void => (assistPanel.get().isOpen ? closeAssist() : openAssist());
export const selectInPanel = (conversationId: string | undefined): void =>
  assistPanel.set({ isOpen: true, conversationId });
/** The conversation was deleted. */
export function forgetInPanel(id: string): void {
  const panel = assistPanel.get();
  if (panel.conversationId === id) assistPanel.set({ ...panel, conversationId: undefined });
}

// A question from a page opens the panel. The panel or the page of Assist takes over the question.
assistRequest.subscribe(() => assistRequest.get() && openAssist());
