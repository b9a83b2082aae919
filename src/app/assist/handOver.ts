import { askAssist } from '../../api/assistRequests.ts';
import { at, isObject, parseJson, textAt } from '../../lib/json.ts';
import { writeJson } from '../../lib/storage.ts';
import { readContext } from '../../wire/assist/clientMessages.ts';
import type { AssistContext } from '../../wire/assist/messages.ts';
import { assistPath, href } from '../paths.ts';

/** The question, in the session storage; the page reads it once. */
const ASSIST_REQUEST_KEY = 'postern_assist_request';

/**
 * Opens Assist in a new tab with a question, from a window without the frame. The text goes through the session storage,
 * which a new tab gets a copy of; it is in no address and no longer in this tab. False where the browser refused.
 */
export function openWithQuestion(draft: string, context: AssistContext): boolean {
  if (!writeJson(sessionStorage, ASSIST_REQUEST_KEY, { draft, context: [context] })) return false;
  // With `noopener` the tab would get no copy.
  const tab = window.open(href(assistPath()), '_blank');
  if (tab) tab.opener = null;
  sessionStorage.removeItem(ASSIST_REQUEST_KEY);
  return tab !== null;
}

/** Takes over the question that this tab was opened with, once. */
export function takeHandedOver(): void {
  const json = parseJson(sessionStorage.getItem(ASSIST_REQUEST_KEY) ?? '');
  sessionStorage.removeItem(ASSIST_REQUEST_KEY);
  if (isObject(json)) askAssist(textAt(json, 'draft'), ...readContext(at(json, 'context')));
}
