import { assistRequest } from '../../api/assistRequests.ts';
import { STORAGE, writeText } from '../../lib/storage.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** The panel of Assist over any page. `conversationId` undefined: a new conversation. */
type PanelState = { isOpen: boolean; conversationId: string | undefined };

export const assistPanel = new ValueStore<PanelState>({ isOpen: false, conversationId: undefined });

/** Assist was neither opened nor its hint closed in this browser. */
export const isAssistNew = new ValueStore(localStorage.getItem(STORAGE.showAssist) !== 'false');

/** For good: the mark survives a sign-out (http-auth §13). */
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
/** A conversation was deleted. */
export function forgetInPanel(id: string): void {
  const panel = assistPanel.get();
  if (panel.conversationId === id) assistPanel.set({ ...panel, conversationId: undefined });
}

// A question from a page opens it; the panel or the page of Assist takes the question over.
assistRequest.subscribe(() => assistRequest.get() && openAssist());
