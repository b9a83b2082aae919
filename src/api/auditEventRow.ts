import { isObject, textAt, type JsonObject } from '../lib/json.ts';
import { actorOf, addressOf, describeEvent, reasonOf, resourceOf } from '../wire/audit/describeEvent.ts';
import { toRecording, type Recording } from './recordings.ts';

/** An audit event in words, with what it is told apart by. Texts are empty where the event does not say. */
export type AuditEventRow = {
  id: string;
  time: Date;
  code: string;
  event: string;
  /** What kind of thing it is about: `Sign-ins`. */
  family: string;
  icon: string;
  label: string;
  sentence: string;
  failed: boolean;
  user: string;
  resource: string;
  address: string;
  reason: string;
  /** What the end of a recorded session leads to. */
  recording: Recording | undefined;
  /** As the server wrote it. */
  recorded: JsonObject;
};

const SESSION_ENDS = ['T2004I', 'TDP01I'];

/** Any object makes a row (http-resources §10.1): what is missing is left out of its words. */
export function toAuditEventRow(json: unknown): AuditEventRow {
  const recorded = isObject(json) ? json : {};
  const { family, icon, label, sentence, failed } = describeEvent(recorded);
  const [code, event, time] = [textAt(recorded, 'code'), textAt(recorded, 'event'), textAt(recorded, 'time')];
  return {
    id: textAt(recorded, 'uid') || JSON.stringify([time, event, recorded['ei'], textAt(recorded, 'sid')]),
    time: new Date(time),
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
    reason: failed ? reasonOf(recorded) : '',
    recording: SESSION_ENDS.includes(code) ? toRecording(recorded) : undefined,
    recorded,
  };
}
