import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ValueStore } from '../../../lib/valueStore.ts';
import { EmptyText } from '../../../ui/EmptyText.tsx';
import { Tag } from '../../../ui/Chips.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import type { DiscoverReporter } from '../flow/discoverEvents.ts';
import type { DiscoverEnv } from '../flow/flow.ts';
import type { KeptRuns } from '../flow/keptRuns.ts';
import { useReportedEnd } from '../flow/useFlow.ts';
import { AddApplicationDialog } from './AddApplicationDialog.tsx';
import type { Card } from './catalog.ts';
import { matchCards, toChoices, type Choice } from './choices.ts';
import styles from './selector.module.css';

type Props = {
  choices: readonly Choice[];
  entity: string | undefined;
  /** Scroll position of the list, restored when the user returns. */
  scrollTop: ValueStore<number>;
  runs: KeptRuns;
  notice: ReactNode;
  /** Starts a run, once each time that the selector is shown. */
  begin: () => DiscoverReporter;
  /** The card whose dialog is open. */
  dialog: Card | undefined;
  /** A click in the console opened the dialog. */
  hasActed: boolean;
  onDialog: (card: Card | undefined) => void;
  env: DiscoverEnv;
  onOpen: (card: Card, resumes: boolean) => void;
};

/** `/web/discover`: the choices (screens §19.1), the unfinished runs, and the reports of the choice. */
export function Selector(props: Props) {
  const { choices, entity, scrollTop, runs, notice, begin, dialog, hasActed, onDialog, env, onOpen } = props;
  const [search, setSearch] = useState(entity ?? '');
  const [filter, setFilter] = useState(entity);
  const [ids, setIds] = useState(() => runs.cards());
  const scroller = useRef<HTMLDivElement>(null);
  const reporter = useRef<DiscoverReporter>(undefined);
  const chosen = useRef<Card>(undefined);
  const start = useRef(begin);
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: scrollTop.get() }); // newer browsers return a promise, which is not a cleanup
  }, [scrollTop]);
  useEffect(() => {
    reporter.current ??= start.current();
  }, []);
  useReportedEnd(() => {
    if (!chosen.current) reporter.current?.report('started', 'ABORTED');
  });
  const ordered = useMemo(() => {
    const { acl } = env.user;
    const cards = choices.map(({ card }) => card);
    return filter === undefined ? choices : toChoices(cards, { acl, isEmbedded: env.isEmbedded, entity: filter });
  }, [choices, filter, env]);
  const found = useMemo(() => matchCards(ordered, search), [ordered, search]);
  const unfinished = ids.flatMap((id) => choices.filter(({ card }) => card.id === id).map(({ card }) => card));
  const onSearch = (text: string) => {
    setSearch(text);
    if (text === '') setFilter(undefined);
  };
  const selected = (card: Card) => {
    if (!reporter.current) return;
    reporter.current.resource = card.resource;
    reporter.current.report('resourceSelection', 'SUCCESS');
  };
  const open = (card: Card, resumes = false) => {
    if (card.flow === 'application' && !env.isEmbedded) {
      selected(card);
      return onDialog(card);
    }
    // A double click counts as one choice.
    if (chosen.current === card) return;
    chosen.current = card;
    onOpen(card, resumes);
  };
  const discard = (card: Card) => {
    runs.dropCard(card.id);
    setIds(runs.cards());
  };
  return (
    <div className="stack fill surface">
      <header className="row g8 rigid x16 line-b page-head">
        <h1 className="title">Enroll new resource</h1>
      </header>
      <div
        ref={scroller}
        className="fill scroll"
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
              <Button onClick={() => open(card, true)}>{`Continue: ${card.title}`}</Button>
              <Button kind="quiet" onClick={() => discard(card)}>
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
                <CardButton choice={choice} onChoose={open} onDocs={selected} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      {dialog && <AddApplicationDialog env={env} hasActed={hasActed} onClose={() => onDialog(undefined)} />}
    </div>
  );
}

type CardProps = {
  choice: Choice;
  onChoose: (card: Card) => void;
  /** A page of the documentation was opened. */
  onDocs: (card: Card) => void;
};

function CardButton({ choice: { card, isGuided, blocked }, onChoose, onDocs }: CardProps) {
  const face = (
    <>
      <Icon name={card.icon} size={20} />
      <span className="stack grow">
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
