import { useState } from 'react';
import { plural } from '../../lib/numbers.ts';
import { flaggedFirst, type Sentence, type Phrase } from '../../lib/sentence.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './Review.module.css';

/** More sentences than this are shown on demand, because a document may have thousands of rules. */
const SHOWN = 50;

const MARKS = { gain: 'plus', loss: 'minus', change: 'dot' } as const;

const Text = ({ of }: { of: Phrase }) =>
  of.map((part, i) => (typeof part === 'string' ? part : <code key={i}>{part.code}</code>));

/** The effects of a change, the dangerous sentences first. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const [shownCount, setShownCount] = useState(SHOWN);
  return (
    <>
      <ul>
        {flaggedFirst(sentences)
          .slice(0, shownCount)
          .map(({ effect, flagged, clause, rest, detail }, i) => (
            <li key={i} className={cx(styles.sentence, flagged ? styles.flagged : styles[effect])}>
              <Icon
                name={flagged ? 'triangle-alert' : MARKS[effect]}
                size={14}
                {...(flagged && { label: 'Attention' })}
              />
              <span>
                {flagged ? (
                  <b className="strong">
                    <Text of={clause} />
                  </b>
                ) : (
                  <Text of={clause} />
                )}
                <Text of={rest} />
                {detail && (
                  <span className={styles.detail}>
                    <Text of={detail} />
                  </span>
                )}
              </span>
            </li>
          ))}
      </ul>
      {sentences.length > shownCount && (
        <button type="button" className="link" onClick={() => setShownCount(shownCount + SHOWN)}>
          {`${plural(sentences.length - shownCount, 'more change')}, show the next`}
        </button>
      )}
    </>
  );
}
