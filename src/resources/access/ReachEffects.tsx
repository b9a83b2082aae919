import { Sentences } from '../review/Sentences.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { allOf } from '../../access/review/sentence.ts';
import { many } from '../words.ts';
import { CountingLine } from './CountingLine.tsx';
import { countedOver, reachSentences } from './reachWords.ts';
import { useRoleReach } from './useRoleReach.ts';

type Props = {
  text: string;
  /** undefined for a new role. */
  saved: string | undefined;
};

/** In a review of a role: what appears in the lists of those who hold it, and what vanishes, by name. */
export function ReachEffects({ text, saved }: Props) {
  const { reach, counted, isReading, hasMore, loadAll } = useRoleReach(text, saved);
  if (!reach) return <p className="t3">Reading what there is</p>;
  const sentences = reachSentences(reach);
  const granted = reach.kinds.filter(({ grants }) => grants.length > 0);
  return (
    <>
      {sentences.length > 0 && <Sentences sentences={sentences} />}
      {sentences.length === 0 && counted.state === 'done' && <p>Nothing appears and nothing vanishes.</p>}
      <CountingLine counted={counted} />
      <p className="t3">
        {granted.length > 0 &&
          `It then grants ${allOf(granted.map((kind) => countedOver(kind.grants.length, kind)))}. `}
        {reach.unread.length > 0 && `Not counted: ${allOf(reach.unread.map(({ resource }) => many(resource)))}. `}
        {isReading && 'The rest is being read. '}
      </p>
      {hasMore && (
        <Button size="inline" kind="quiet" onClick={loadAll}>
          Load all
        </Button>
      )}
    </>
  );
}
