import { assistRequest } from '../../api/assistRequests.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** The panel of Assist over any page. `conversationId` undefined: a new conversation. */
type PanelState = { isOpen: boolean; conversationId: string | undefined };

export const assistPanel = new ValueStore<PanelState>({ isOpen: false, conversationId: undefined });

export const openAssist = (): void => assistPanel.set({ ...assistPanel.get(), isOpen: true });
export const closeAssist = (): void => assistPanel.set({ ...assistPanel.get(), isOpen: false });
export const toggleAssist = (): void => (assistPanel.get().isOpen ? closeAssist() : openAssist());
export const selectInPanel = (conversationId: string | undefined): void =>
  assistPanel.set({ isOpen: true, conversationId });

// A question from a page opens it; the panel or the page of Assist takes the question over.
assistRequest.subscribe(() => assistRequest.get() && openAssist());
