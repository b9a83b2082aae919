import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { config } from '../../api/config.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { fetchReview, saveReview, type RecordingReview } from '../../api/recordingExtensions.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { askBeforeUnload } from '../../lib/askBeforeUnload.ts';
import { isAbort } from '../../lib/work.ts';
import { Check } from '../../ui/Check.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Field } from '../../ui/plain/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { toasts } from '../../ui/toasts.ts';
import { REVIEW_NOTE_MAX_BYTES, type ReviewChangeJson } from '../../wire/recordings.ts';
import type { DetailsPanelProps } from '../../descriptors/model/detailsModel.ts';
import styles from './panels.module.css';

/** An unsaved note. `before`: the stored note that its author saw. */
type Draft = { text: string; before: string };
/** By session, until the page closes. */
const drafts = new Map<string, Draft>();
askBeforeUnload(() => drafts.size > 0);

type Failure = { what: string; error: unknown; todo?: string };

/** The mark and the note of a recording, if the gateway stores them. */
export default function ReviewPanel({ row, reload }: DetailsPanelProps) {
  const { clusterId = config.proxyCluster } = useParams();
  const sid = String(row['sid']);
  // A review is removed with its recording.
  if (!serverBehaviour.keepsReviews || row['state'] === 'removed' || row['state'] === 'notRecorded') return null;
  return <Review key={sid} address={{ clusterId, sid }} reload={reload} />;
}

function Review({ address, reload }: { address: { clusterId: string; sid: string }; reload: () => void }) {
  const { clusterId, sid } = address;
  const [stored, setStored] = useState<RecordingReview>();
  const [draft, setDraft] = useState(drafts.get(sid));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    const abort = new AbortController();
    fetchReview({ clusterId, sid }, abort.signal).then(setStored, (error: unknown) => {
      if (!isAbort(error)) setFailure({ what: 'The review could not be read', error });
    });
    return () => abort.abort();
  }, [clusterId, sid]);

  const keep = (next: Draft | undefined) => {
    setDraft(next);
    if (next) drafts.set(sid, next);
    else drafts.delete(sid);
  };
  const save = async (change: ReviewChangeJson, message: string) => {
    setIsSaving(true);
    setFailure(undefined);
    try {
      setStored(await saveReview({ clusterId, sid }, change));
      const draft = drafts.get(sid); // the user may have typed more
      if (draft && change.note !== undefined)
        keep(draft.text === change.note ? undefined : { ...draft, before: change.note });
      toasts.show({ text: message });
      reload();
    } catch (error) {
      setFailure({ what: 'The review could not be saved', error, ...(isApiError(error, 409) && (await readOther())) });
    }
    setIsSaving(false);
  };
  /** A note that another reviewer saved in the meantime. Once the user has seen it, they may replace it. */
  const readOther = async () => {
    const other = await fetchReview({ clusterId, sid }, AbortSignal.timeout(30_000)).catch(() => undefined);
    const draft = drafts.get(sid);
    if (!other || !draft) return {};
    setStored(other);
    keep({ ...draft, before: other.note });
    return { todo: `The note is now “${other.note}”. Save again to replace it` };
  };

  const text = draft?.text ?? stored?.note ?? '';
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
                  { reviewed: !stored.isReviewed },
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
                onChange={({ target: { value } }) =>
                  keep(value === stored.note ? undefined : { text: value, before: draft?.before ?? stored.note })
                }
              />
            )}
          </Field>
          {isChanged && (
            <div className="row g6">
              <Button
                kind="primary"
                busy={isSaving ? 'Saving' : undefined}
                off={isTooLong ? 'The note is too long' : undefined}
                onClick={() => void save({ note: text, noteBefore: draft?.before ?? stored.note }, 'The note is saved')}
              >
                Save note
              </Button>
              <Button kind="quiet" onClick={() => keep(undefined)}>
                Discard
              </Button>
            </div>
          )}
        </>
      )}
      {failure && (
        <ErrorNote {...failure} {...describeFailure(failure.error)} {...(draft && { safe: 'Your text is kept' })} />
      )}
    </section>
  );
}
