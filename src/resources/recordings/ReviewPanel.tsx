import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import { fetchReview, saveReview, type RecordingReview } from '../../api/recordingExtensions.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { isAbort } from '../../lib/work.ts';
import { Check } from '../../ui/Check.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Field } from '../../ui/plain/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { toasts } from '../../ui/toasts.ts';
import { REVIEW_NOTE_MAX_BYTES } from '../../wire/recordings.ts';
import type { DetailsPanelProps } from '../../descriptors/model/detailsModel.ts';
import styles from './panels.module.css';

/** Notes that were typed and not saved, by session, until the page is left. */
const drafts = new Map<string, string>();

type Failure = { what: string; error: unknown };

/** The mark and the note of a recording, where the gateway keeps them. */
export default function ReviewPanel({ row, reload }: DetailsPanelProps) {
  const { clusterId = config.proxyCluster } = useParams();
  const sid = String(row['sid']);
  if (!serverBehaviour.keepsReviews) return null;
  return <Review key={sid} place={{ clusterId, sid }} reload={reload} />;
}

function Review({ place, reload }: { place: { clusterId: string; sid: string }; reload: () => void }) {
  const { clusterId, sid } = place;
  const [stored, setStored] = useState<RecordingReview>();
  const [note, setNote] = useState(drafts.get(sid));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    const abort = new AbortController();
    fetchReview({ clusterId, sid }, abort.signal).then(setStored, (error: unknown) => {
      if (!isAbort(error)) setFailure({ what: 'The review could not be read', error });
    });
    return () => abort.abort();
  }, [clusterId, sid]);

  const type = (text: string | undefined) => {
    setNote(text);
    if (text === undefined) drafts.delete(sid);
    else drafts.set(sid, text);
  };
  const save = async (review: Pick<RecordingReview, 'isReviewed' | 'note'>, done: string) => {
    setIsSaving(true);
    setFailure(undefined);
    try {
      setStored(await saveReview({ clusterId, sid }, review));
      if (review.note === note) type(undefined);
      toasts.show({ text: done });
      reload();
    } catch (error) {
      setFailure({ what: 'The review could not be saved', error });
    }
    setIsSaving(false);
  };

  const text = note ?? stored?.note ?? '';
  const isTooLong = new TextEncoder().encode(text).length > REVIEW_NOTE_MAX_BYTES;
  const isChanged = stored !== undefined && text !== stored.note;
  return (
    <section className={styles.section}>
      <h3>Review</h3>
      {!stored && !failure && <Skeleton width={160} />}
      {stored && (
        <>
          <div className={styles.mark}>
            <Check
              state={stored.isReviewed ? 'on' : 'off'}
              onChange={() =>
                void save(
                  { isReviewed: !stored.isReviewed, note: stored.note },
                  stored.isReviewed ? 'The recording is marked as not reviewed' : 'The recording is marked as reviewed',
                )
              }
            >
              Reviewed
            </Check>
            {stored.by !== undefined && (
              <span className="t3">
                {stored.by}
                {stored.at && (
                  <>
                    {', '}
                    <Time date={stored.at} />
                  </>
                )}
              </span>
            )}
          </div>
          <Field label="Note" error={isTooLong ? 'The note is too long. It can have 4096 bytes' : undefined}>
            {(aria) => (
              <textarea
                {...aria}
                className="area box typing"
                rows={Math.min(12, Math.max(2, text.split('\n').length))}
                value={text}
                onChange={({ target }) => type(target.value === stored.note ? undefined : target.value)}
              />
            )}
          </Field>
          {isChanged && (
            <div className={styles.buttons}>
              <Button
                kind="primary"
                busy={isSaving ? 'Saving' : undefined}
                off={isTooLong ? 'The note is too long' : undefined}
                onClick={() => void save({ isReviewed: stored.isReviewed, note: text }, 'The note is saved')}
              >
                Save note
              </Button>
              <Button kind="quiet" onClick={() => type(undefined)}>
                Discard
              </Button>
            </div>
          )}
        </>
      )}
      {failure && <ErrorNote what={failure.what} {...describeFailure(failure.error)} safe="Your text is kept" />}
    </section>
  );
}
