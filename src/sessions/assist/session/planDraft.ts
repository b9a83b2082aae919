import { isObject, parseJson, textAt, textsAt } from '../../../lib/json.ts';
import type { PlanEdits } from './CommandPlan.ts';
import type { MessageDrafts } from './MessageDraft.ts';

// The user's changes to the last plan of a conversation survive a reload. Only the last plan can be changed, so each
// conversation stores one.

const nameOf = (conversation: string): string => `${conversation} plan`;

/** The stored changes to the plan of this entry. Undefined if there are none, or only those of another plan. */
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

/** Replaces the stored changes of the conversation. Undefined removes them. */
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
