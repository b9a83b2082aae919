import type { KeyboardEvent, Ref } from 'react';
import { Note } from '../../ui/plain/Note.tsx';
import { cx } from '../../ui/plain/cx.ts';
import styles from './QueryBar.module.css';
import type { QueryFault } from './useListState.ts';

const TOKEN = /"(?:\\.|[^"\\])*"?|`[^`]*`?|[\p{L}_][\p{L}\p{Nd}_]*|[0-9][\w.]*|\s+|[^\s\p{L}\p{Nd}_"`]+/gu;

const kindOf = (token: string): string | undefined => {
  if (/^["`]/.test(token)) return styles.string;
  if (/^[\p{L}_]/u.test(token)) return styles.key;
  return /^[0-9]/.test(token) ? styles.number : styles.punct;
};

/** The query in colours, the place of its mistake marked. What it is made of matters to the eye only. */
function Painted({ text, at }: { text: string; at: number | undefined }) {
  // A mistake behind the last letter is marked on the letter.
  const marked = at === undefined ? -1 : Math.min(at, Math.max(0, text.trimEnd().length - 1));
  return (
    <div className={styles.painted} aria-hidden>
      {[...text.matchAll(TOKEN)].map((match) => {
        const isWrong = marked >= match.index && marked < match.index + match[0].length;
        return (
          <span key={match.index} className={cx(kindOf(match[0]), isWrong && styles.wrong)}>
            {match[0]}
          </span>
        );
      })}
    </div>
  );
}

type Props = {
  query: string;
  fault: QueryFault | undefined;
  /** The server's objection to a query that reads well here. */
  refusal: string | undefined;
  onChange: (query: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref: Ref<HTMLInputElement>;
};

/** The query as text. A mistake is marked where it is and told below, over the list, so that nothing moves. */
export function QueryText({ query, fault, refusal, onChange, onKeyDown, ref }: Props) {
  const message = fault?.message ?? refusal;
  return (
    <>
      <span className={styles.query}>
        <Painted text={query} at={fault?.at} />
        <input
          ref={ref}
          className={styles.input}
          aria-label="Query"
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message === undefined ? undefined : 'query-fault'}
          placeholder={'labels["env"] == "prod" && search("api")'}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={query}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onScroll={(event) => {
            const painted = event.currentTarget.previousElementSibling;
            if (painted) painted.scrollLeft = event.currentTarget.scrollLeft;
          }}
        />
      </span>
      {message !== undefined && (
        <div id="query-fault" className={styles.fault}>
          <Note kind="danger" title="The query cannot be asked.">
            {message}. The rows of the last query stay.
          </Note>
        </div>
      )}
    </>
  );
}
