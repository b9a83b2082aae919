import { type Sentence, allOf } from '../../lib/sentence.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Sentences } from '../review/Sentences.tsx';
import { pluralName } from '../resourceMessages.ts';
import { CountingLine } from './CountingLine.tsx';
import { countedOver, countedSentences } from './accessCountLabels.ts';
import { useRoleReach } from './useRoleReach.ts';

type Props = {
  sentences: readonly Sentence[];
  text: string;
  /** Undefined for a new role. */
  saved: string | undefined;
};

/** The effects of a change of a role, with how many of the loaded rows its holders gain and lose. */
export function ReachEffects({ sentences, text, saved }: Props) {
  const { reach, counted, isReading, hasMore, loadAll } = useRoleReach(text, saved);
  const granted = reach?.kinds.filter(({ grants }) => grants.length > 0) ?? [];
  return (
    <>
      <Sentences sentences={reach ? countedSentences(sentences, reach) : sentences} />
      <h3>Effective access</h3>
      <CountingLine counted={counted} />
      <p>
        {granted.length > 0 &&
          `The role then grants ${allOf(granted.map((kind) => countedOver(kind.grants.length, kind)))}. `}
        {reach && granted.length === 0 && counted.state === 'done' && 'The role grants none of the loaded resources. '}
        {reach &&
          reach.unread.length > 0 &&
          `Not counted: ${allOf(reach.unread.map(({ resource }) => pluralName(resource)))}. `}
        {(isReading || !reach) && 'The rest is still loading. '}
      </p>
      {hasMore && (
        <Button size="inline" kind="quiet" onClick={loadAll}>
          Load all
        </Button>
      )}
    </>
  );
}
