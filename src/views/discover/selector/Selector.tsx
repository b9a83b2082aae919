import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import type { ValueStore } from '../../../lib/valueStore.ts';
import { EmptyText } from '../../../ui/EmptyText.tsx';
import { Tag } from '../../../ui/Chips.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import type { Card } from './catalog.ts';
import { matchCards, type Choice } from './choices.ts';
import styles from './selector.module.css';

type Props = {
  choices: readonly Choice[];
  search: string;
  onSearch: (search: string) => void;
  scrollTop: ValueStore<number>;
  /** Runs that were left before their end. */
  unfinished: readonly Card[];
  onContinue: (card: Card) => void;
  onDiscard: (card: Card) => void;
  notice?: ReactNode;
  /** Begins anew. */
  onChoose: (card: Card) => void;
  /** Reports a page of the documentation that was opened. */
  onDocs: (card: Card) => void;
};

/** `/web/discover`: what to enroll (screens §19.1). */
export function Selector(props: Props) {
  const { choices, search, onSearch, scrollTop, unfinished, onContinue, onDiscard, notice, onChoose, onDocs } = props;
  const found = useMemo(() => matchCards(choices, search), [choices, search]);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: scrollTop.get() }); // newer browsers answer with a promise, which is no cleanup
  }, [scrollTop]);
  return (
    <div className="stack fill surface">
      <header className={styles.head}>
        <h1 className="title">Enroll new resource</h1>
      </header>
      <div
        ref={scroller}
        className={styles.scroll}
        onScroll={({ currentTarget }) => scrollTop.set(currentTarget.scrollTop)}
      >
        <div className={styles.column}>
          {notice}
          {unfinished.map((card) => (
            <section key={card.id} className={styles.unfinished} aria-label={`Unfinished: ${card.title}`}>
              <Icon name="history" />
              <span className="grow">
                You have not finished <b className="semi">{card.title}</b>.
              </span>
              <Button onClick={() => onContinue(card)}>{`Continue: ${card.title}`}</Button>
              <Button kind="quiet" onClick={() => onDiscard(card)}>
                Discard
              </Button>
            </section>
          ))}
          <div className={styles.search}>
            <TextField
              label="What do you want to enroll?"
              type="search"
              autoFocus
              placeholder="Example: postgres aws"
              value={search}
              onChange={onSearch}
            />
            <Button kind="quiet" size="form" off={search ? undefined : 'Search is empty'} onClick={() => onSearch('')}>
              Clear search
            </Button>
          </div>
          <p className="vh" role="status">
            {`${found.length} of ${choices.length} resources`}
          </p>
          {found.length === 0 && (
            <EmptyText icon="search" title="No resources match">
              Remove a word of the search or clear it.
            </EmptyText>
          )}
          <ul className={styles.cards}>
            {found.map((choice) => (
              <li key={choice.card.id}>
                <CardButton choice={choice} onChoose={onChoose} onDocs={onDocs} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

type CardProps = { choice: Choice } & Pick<Props, 'onChoose' | 'onDocs'>;

function CardButton({ choice: { card, isGuided, blocked }, onChoose, onDocs }: CardProps) {
  const face = (
    <>
      <Icon name={card.icon} size={20} />
      <span className={styles.text}>
        <span className="t3 small">{card.group}</span>
        <span className="strong">{card.title}</span>
        {blocked !== undefined && <span className="small">{blocked}</span>}
      </span>
      {blocked === undefined && <Tag>{isGuided ? 'Guided' : 'Documentation'}</Tag>}
    </>
  );
  if (blocked === undefined && !isGuided)
    return (
      <a
        className={styles.card}
        href={card.docs}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => onDocs(card)}
      >
        {face}
      </a>
    );
  return (
    <button
      type="button"
      className={styles.card}
      aria-disabled={blocked !== undefined || undefined}
      onClick={() => blocked === undefined && onChoose(card)}
    >
      {face}
    </button>
  );
}
