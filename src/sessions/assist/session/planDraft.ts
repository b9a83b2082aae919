import { isObject, parseJson, textAt, textsAt } from '../../../lib/json.ts';
import type { PlanEdits } from './CommandPlan.ts';
import type { MessageDrafts } from './MessageDraft.ts';

// What the user changed in the last plan of a conversation: a reload gives it back. Only the last plan can be changed,
// so each conversation has one.

const nameOf = (conversation: string): string => `${conversation} plan`;

/** The changes to the plan of this entry; undefined where none are kept, or those of another plan. */
export function loadPlan(drafts: MessageDrafts, conversation: string, entry: string): PlanEdits | undefined {
  const kept = parseJson(drafts.load(nameOf(conversation)));
  if (!isObject(kept) || kept.entry !== entry) return undefined;
  return {
    query: textAt(kept, 'query'),
    command: textAt(kept, 'command'),
    login: textAt(kept, 'login') || undefined,
    removed: new Set(textsAt(kept, 'removed')),
  };
}

/** Replaces what was kept for the conversation; undefined where nothing is changed. */
export function keepPlan(
  drafts: MessageDrafts,
  conversation: string,
  entry: string,
  edits: PlanEdits | undefined,
): void {
  if (!edits) return dropPlan(drafts, conversation);
  const { query, command, login, removed } = edits;
  drafts.save(nameOf(conversation), JSON.stringify({ entry, query, command, login, removed: [...removed] }));
}

export const dropPlan = (drafts: MessageDrafts, conversation: string): void => drafts.drop(nameOf(conversation));
