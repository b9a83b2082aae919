import { useEffect, useState } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import type { RecordingAddress } from '../../../api/recordingData.ts';
import { fetchReview, saveReview, type RecordingReview } from '../../../api/recordingExtensions.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { tip } from '../../../ui/plain/tip.ts';
import { toasts } from '../../../ui/toasts.ts';

/** Marks the recording as reviewed if the server stores such marks. The note of the mark does not change. */
export function ReviewButton({ address }: { address: RecordingAddress }) {
  const { clusterId, sid } = address;
  const [review, setReview] = useState<RecordingReview>();
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    // Playback does not need the mark: if it cannot be loaded, the page has no button.
    fetchReview({ clusterId, sid }, abort.signal).then(setReview, () => undefined);
    return () => abort.abort();
  }, [clusterId, sid]);
  if (!review) return null;

  const toggle = async () => {
    setSaving(true);
    try {
      setReview(await saveReview(address, { reviewed: !review.isReviewed }));
    } catch (error) {
      toasts.show({ text: `The mark was not saved: ${describeFailure(error).why}`, isWarning: true });
    }
    setSaving(false);
  };
  const { isReviewed, by, at } = review;
  const who = isReviewed && by ? `Marked by ${by}${at ? `, ${formatDateTime(at, 'local')}` : ''}` : undefined;
  return (
    <Button
      icon={isReviewed ? 'check' : 'eye'}
      aria-pressed={isReviewed}
      busy={isSaving ? 'Saving' : undefined}
      {...(who !== undefined && tip(who))}
      onClick={() => void toggle()}
    >
      {isReviewed ? 'Reviewed' : 'Mark reviewed'}
    </Button>
  );
}
