import { podOf } from '../../../api/recordings.ts';
import { textAt } from '../../../lib/json.ts';
import { readTime } from '../../../wire/http.ts';
import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';

/** Title (`root@web-1`, `ann@shop-db` or the pod of a Kubernetes session), user and start of a recording. */
export type RecordingAbout = { title: string; user: string; startedAt: Date | undefined };

/** Reads the first event, or else the last. Texts are empty if neither has them. */
export function aboutOf({ start, end, firstPrintAt }: RecordingTimeline): RecordingAbout {
  const event = start ?? end;
  const first = (...keys: string[]) => keys.map((key) => textAt(event, key)).find(Boolean);
  const host = first('db_service', 'server_hostname', 'server_addr', 'server_id');
  const title = podOf(event) || [first('login', 'db_user'), host].filter(Boolean).join('@');
  // The socket of a recorded desktop counts from zero and sends no date.
  const printed = firstPrintAt && firstPrintAt.getTime() > 0 ? firstPrintAt : undefined;
  return { title, user: textAt(event, 'user'), startedAt: readTime(textAt(start, 'time')) ?? printed };
}
