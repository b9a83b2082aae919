import { podOf } from '../../../api/recordings.ts';
import { textAt } from '../../../lib/json.ts';
import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';

/** What a recording says of itself: `root@web-1`, or the pod of a Kubernetes session, and who began it. */
export type RecordingAbout = { title: string; user: string; startedAt: Date | undefined };

/** From its first event, else from its last; empty texts where neither says it. */
export function aboutOf({ start, end, firstPrintAt }: RecordingTimeline): RecordingAbout {
  const event = start ?? end;
  const host = textAt(event, 'server_hostname') || textAt(event, 'server_addr') || textAt(event, 'server_id');
  const title = podOf(event) || [textAt(event, 'login'), host].filter(Boolean).join('@');
  const time = new Date(textAt(start, 'time'));
  return { title, user: textAt(event, 'user'), startedAt: Number.isNaN(time.getTime()) ? firstPrintAt : time };
}
