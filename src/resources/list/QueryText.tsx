import { useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Note } from '../../ui/plain/Note.tsx';
import { AS_TYPED } from '../../ui/plain/TextField.tsx';
import { cx } from '../../ui/plain/cx.ts';
import syntax from '../syntax.module.css';
import styles from './QueryBar.module.css';
import { querySuggestions } from './suggest/querySuggestions.ts';
import type { Suggestion, Vocabulary } from './suggest/suggestion.ts';
import { SuggestList } from './suggest/SuggestList.tsx';
import { useSuggestions } from './suggest/useSuggestions.ts';
import type { QueryFault } from './useListParams.ts';

const TOKEN = /"(?:\\.|[^"\\])*"?|`[^`]*`?|[\p{L}_][\p{L}\p{Nd}_]*|[0-9][\w.]*|\s+|[^\s\p{L}\p{Nd}_"`]+/gu;

const kindOf = (token: string): string | undefined => {
  if (/^["`]/.test(token)) return syntax.string;
  if (/^[\p{L}_]/u.test(token)) return syntax.key;
  return /^[0-9]/.test(token) ? syntax.number : syntax.punct;
};

/** The query in colours, with the place of its mistake marked. Its markup is visual only. */
function Painted({ text, at }: { text: string; at: number | undefined }) {
  // A mistake behind the last letter is marked on that letter.
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
  /** The server's error for a query that the browser accepts. */
  refusal: string | undefined;
  vocabulary: Vocabulary;
  onChange: (query: string) => void;
  /** What the list shows in place of an answer. */
  shownText: string;
  /** ↓, and Enter if there is no mistake, move the focus into the list. */
  onLeave: () => void;
  ref: Ref<HTMLInputElement | null>;
};

/** The query as text. A mistake is marked where it is, and described below. */
export default function QueryText({ query, fault, refusal, vocabulary, shownText, onChange, onLeave, ref }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  const [caret, setCaret] = useState(query.length);
  // Where to put the caret once the accepted text is drawn.
  const next = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (next.current !== undefined) input.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  }, [query]);
  useLayoutEffect(() => {
    // The user has just chosen to write a query. With an address that has one, the list keeps the focus.
    if (document.activeElement?.closest('[role=search]')) input.current?.focus();
  }, []);
  const take = (suggestion: Suggestion) => {
    if (suggestion.kind !== 'complete') return;
    next.current = suggestion.caret;
    setCaret(suggestion.caret);
    onChange(suggestion.text);
  };
  const message = fault?.message ?? refusal;
  const suggesting = useSuggestions(() => querySuggestions(query, caret, vocabulary), take);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (suggesting.onKeyDown(event)) return event.preventDefault();
    if (event.key === 'Enter' && message !== undefined) {
      if (fault) event.currentTarget.setSelectionRange(fault.at, fault.at);
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') onLeave();
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <span className={styles.query}>
        <Painted text={query} at={fault?.at} />
        <input
          ref={input}
          {...suggesting.listbox.input}
          className={styles.input}
          aria-label="Query"
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message === undefined ? undefined : 'query-fault'}
          placeholder={'labels["env"] == "prod" && search("api")'}
          {...AS_TYPED}
          value={query}
          onChange={(event) => {
            setCaret(event.target.selectionStart ?? event.target.value.length);
            suggesting.open();
            onChange(event.target.value);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? query.length)}
          onKeyDown={onKeyDown}
          onBlur={suggesting.close}
          onScroll={(event) => {
            const painted = event.currentTarget.previousElementSibling;
            if (painted) painted.scrollLeft = event.currentTarget.scrollLeft;
          }}
        />
      </span>
      <SuggestList suggesting={suggesting} />
      {message !== undefined && (
        <div id="query-fault" className={styles.fault}>
          <Note kind="danger" title="The query is invalid.">
            {message}. {shownText}.
          </Note>
        </div>
      )}
    </>
  );
}
