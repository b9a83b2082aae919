import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { visibleText } from '../../../lib/visibleText.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Person } from '../../../ui/Person.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useStore } from '../../../ui/useStore.ts';
import { zone } from '../../../ui/zone.ts';
import type { ToolCall } from '../../../wire/assist/messages.ts';
import { blocksOf, type Block, type BlockItem } from '../session/blocks.ts';
import type { Conversation } from '../session/Conversation.ts';
import { relativeTime } from '../session/times.ts';
import { ContextChips } from './ContextChips.tsx';
import styles from './Messages.module.css';
import { useAssist } from './parts.ts';
import { RunCard } from './RunCard.tsx';
import { SuggestionCard } from './SuggestionCard.tsx';

const markdown = lazyComponent(() => import('./Markdown.tsx'), { name: 'The text with its format' });

/** Loads the formatter before the first text arrives. */
export const prefetchMarkdown = markdown.fetch;

/** Text of Assist. While it is written, React renders it with low priority. */
function MessageText({ text }: { text: string }) {
  const deferredText = useDeferredValue(text);
  const plain = () => <p className={styles.plain}>{visibleText(deferredText)}</p>;
  return (
    <ErrorBoundary shown={deferredText} fallback={plain}>
      <markdown.Part text={deferredText} around={(standIn) => standIn ?? plain()} />
    </ErrorBoundary>
  );
}

/** The list follows new messages if it is scrolled this close to its end. */
const FOLLOWS_PX = 48;
const MINUTE_MS = 60_000;

const Dots = () => (
  <span className={styles.dots} role="img" aria-label="Assist is writing">
    <i />
    <i />
    <i />
  </span>
);

/** Messages and runs, the newest last. The list follows the end while the user has scrolled to it. */
export function MessageList({ conversation }: { conversation: Conversation }) {
  const { session } = conversation;
  const entries = useStore(session.entries);
  const activity = useStore(session.activity);
  const thought = useStore(session.thought);
  const problem = useStore(session.problem);
  const blocks = useMemo(() => blocksOf(entries), [entries]);
  const scroller = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const lastTop = useRef(0);
  useEffect(() => void prefetchMarkdown(), []);
  useLayoutEffect(() => {
    const toEnd = () => {
      if (scroller.current && follows.current) scroller.current.scrollTop = scroller.current.scrollHeight;
    };
    toEnd();
    if (!column.current) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(column.current);
    return () => observer.disconnect();
  }, []);
  const last = entries.at(-1);
  // The user wants to see the message that they have just sent.
  useLayoutEffect(() => {
    if (last?.kind === 'user') follows.current = true;
  }, [last]);
  const isWaiting = activity === 'waiting' || (activity === 'stopping' && last?.kind !== 'assistant');
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      tabIndex={0}
      role="log"
      aria-label="Messages"
      aria-busy={activity !== 'idle'}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        const isAtEnd = scrollHeight - scrollTop - clientHeight < FOLLOWS_PX;
        // Only a user scrolls up. More text may have come since the list scrolled to its end.
        follows.current = isAtEnd || (follows.current && scrollTop >= lastTop.current);
        lastTop.current = scrollTop;
      }}
    >
      <div ref={column} className={styles.column}>
        {blocks.map((block) => (
          <Message key={block.id} block={block} conversation={conversation} />
        ))}
        {isWaiting && (
          <div className={styles.message}>
            <span className={styles.avatar}>
              <Icon name="sparkles" />
            </span>
            <div className="row g8 t3 small">
              <Dots />
              {visibleText(thought)}
            </div>
          </div>
        )}
        {session.isUnanswered && (
          <div className={styles.message}>
            <span className={styles.avatar}>
              <Icon name="circle-alert" />
            </span>
            <div>
              {problem !== '' && <p role="alert">{visibleText(problem)}</p>}
              {last?.kind === 'user' && problem === '' && <p className="t2">This message was not answered.</p>}
              <div className={styles.actions}>
                <Button size="inline" icon="rotate-ccw" onClick={() => session.retry()}>
                  Try again
                </Button>
              </div>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function Message({ block, conversation }: { block: Block; conversation: Conversation }) {
  const { desk } = useAssist();
  const shownZone = useStore(zone);
  const nowMs = useNow(MINUTE_MS);
  const isUser = block.author === 'user';
  return (
    <article className={styles.message} aria-label={isUser ? desk.username : 'Assist'}>
      <span className={styles.avatar}>
        {isUser ? <Person name={desk.username} self bare /> : <Icon name="sparkles" />}
      </span>
      <div className={styles.items}>
        <div className={styles.who}>
          <b className="strong">{isUser ? desk.username : 'Assist'}</b>
          <span className="t3 small">
            <Time date={block.at}>{relativeTime(block.at, nowMs, shownZone)}</Time>
          </span>
        </div>
        {block.items.map((item) => (
          <Item key={idOf(item)} item={item} conversation={conversation} />
        ))}
      </div>
    </article>
  );
}

const idOf = (item: BlockItem): string => (item.kind === 'run' ? item.execution.id : item.entry.id);

function Item({ item, conversation }: { item: BlockItem; conversation: Conversation }) {
  if (item.kind === 'plan')
    return <SuggestionCard conversation={conversation} entry={item.entry} isLast={item.isLast} />;
  if (item.kind === 'run') return <RunCard conversation={conversation} execution={item.execution} />;
  const { entry } = item;
  switch (entry.kind) {
    case 'user':
      return (
        <>
          {entry.text !== '' && <p className={styles.plain}>{visibleText(entry.text)}</p>}
          <ContextChips items={entry.context} />
          {entry.delivery === 'failed' && <p className={styles.failed}>Not sent</p>}
        </>
      );
    case 'assistant':
      return (
        <>
          <MessageText text={entry.text} />
          {entry.state === 'writing' && <Dots />}
          {entry.state === 'stopped' && <p className="t3 small">Stopped here</p>}
        </>
      );
    case 'tool':
      return <ToolLine call={entry.call} />;
    case 'error':
      return (
        <p className={styles.failed} role="alert">
          {visibleText(entry.text)}
        </p>
      );
    default:
      return entry satisfies never;
  }
}

const words = (name: string): string => name.replace(/[_-]+/g, ' ');

/** A lookup of Assist with the rights of the user: one line that expands to the arguments. */
function ToolLine({ call: { tool, arguments: args, result } }: { call: ToolCall }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="small t2">
      <button type="button" className={styles.toolHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        <span className="rigid">Looked up: {visibleText(words(tool))}</span>
        <span className={cx('cut', result.failed ? styles.failed : 't3')}>
          {visibleText(result.summary) || (result.count === undefined ? '' : plural(result.count, 'result'))}
        </span>
      </button>
      {isOpen && (
        <pre className={styles.contextText} tabIndex={0} role="region" aria-label="What was asked for">
          {visibleText(JSON.stringify(args, null, 2))}
          {result.count !== undefined && `\n${plural(result.count, 'result')}`}
        </pre>
      )}
    </div>
  );
}
