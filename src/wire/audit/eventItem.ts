// Converts an audit event for display and filtering. The rows of the console and the filters of the gateway share it.
import { isObject, textAt } from '../../lib/json.ts';
import { readDate } from '../http.ts';
import { actorOf, addressOf, describeEvent, reasonOf, resourceOf } from './describeEvent.ts';
import type { EventItem } from './eventLabels.ts';

/** Accepts any object (http-resources §10.1). Missing values are left out of its texts. */
export function toEventItem(json: unknown): EventItem {
  const recorded = isObject(json) ? json : {};
  const { family, icon, label, sentence, failed } = describeEvent(recorded);
  const [code, event, time] = [textAt(recorded, 'code'), textAt(recorded, 'event'), textAt(recorded, 'time')];
  const session = textAt(recorded, 'sid');
  return {
    id: textAt(recorded, 'uid') || JSON.stringify([time, event, recorded['ei'] ?? 0, session]),
    time: readDate(time),
    code,
    event,
    family,
    icon,
    label,
    sentence,
    failed,
    user: actorOf(recorded),
    resource: resourceOf(recorded),
    address: addressOf(recorded),
    session,
    reason: failed ? reasonOf(recorded) : '',
    recorded,
  };
}
