import { podOf } from '../../../api/recordings.ts';
import { textAt } from '../../../lib/json.ts';
import { readTime } from '../../../wire/http.ts';
import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';

/** What a recording says of itself: `root@web-1`, `ann@shop-db`, or the pod of a Kubernetes session; and who began it. */
export type RecordingAbout = { title: string; user: string; startedAt: Date | undefined };

/** From its first event, else from its last; empty texts where neither says it. */
export function aboutOf({ start, end, firstPrintAt }: RecordingTimeline): RecordingAbout {
  const event = start ?? end;
  const first = (...keys: string[]) => keys.map((key) => textAt(event, key)).find(Boolean);
  const host = first('db_service', 'server_hostname', 'server_addr', 'server_id');
  const title = podOf(event) || [first('login', 'db_user'), host].filter(Boolean).join('@');
  // The socket of a recorded desktop counts from zero and tells no date.
  const printed = firstPrintAt && firstPrintAt.getTime() > 0 ? firstPrintAt : undefined;
  return { title, user: textAt(event, 'user'), startedAt: readTime(textAt(start, 'time')) ?? printed };
}
