import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ValueStore } from '../../../lib/valueStore.ts';
import type { DiscoverReporter } from '../flow/discoverEvents.ts';
import type { DiscoverEnv } from '../flow/flow.ts';
import type { KeptRuns } from '../flow/keptRuns.ts';
import { useReportedEnd } from '../flow/useFlow.ts';
import { AddApplicationDialog } from './AddApplicationDialog.tsx';
import type { Card } from './catalog.ts';
import { toChoices, type Choice } from './choices.ts';
import { Selector } from './Selector.tsx';

type Props = {
  choices: readonly Choice[];
  entity: string | undefined;
  /** How far the list is scrolled, also when the user comes back to it. */
  scrollTop: ValueStore<number>;
  runs: KeptRuns;
  notice: ReactNode;
  /** Begins a run, once for each time that the selector is shown. */
  begin: () => DiscoverReporter;
  /** The card whose dialog is open. */
  dialog: Card | undefined;
  /** A click in the console opened the dialog. */
  hasActed: boolean;
  onDialog: (card: Card | undefined) => void;
  env: DiscoverEnv;
  onOpen: (card: Card, resumes: boolean) => void;
};

/** The selector with its search, the runs that were left, and what it reports. */
export function SelectorView(props: Props) {
  const { choices, entity, scrollTop, runs, notice, begin, dialog, hasActed, onDialog, env, onOpen } = props;
  const [search, setSearch] = useState(entity ?? '');
  const [wanted, setWanted] = useState(entity);
  const [unfinished, setUnfinished] = useState(() => runs.cards());
  const reporter = useRef<DiscoverReporter>(undefined);
  const chosen = useRef<Card>(undefined);
  const start = useRef(begin);
  useEffect(() => {
    reporter.current ??= start.current();
  }, []);
  useReportedEnd(() => {
    if (!chosen.current) reporter.current?.report('started', 'ABORTED');
  });
  const ordered = useMemo(() => {
    const { acl } = env.user;
    const cards = choices.map(({ card }) => card);
    return wanted === undefined ? choices : toChoices(cards, { acl, isEmbedded: env.isEmbedded, entity: wanted });
  }, [choices, wanted, env]);
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
    // A double click is one choice.
    if (chosen.current === card) return;
    chosen.current = card;
    onOpen(card, resumes);
  };
  return (
    <>
      <Selector
        choices={ordered}
        search={search}
        scrollTop={scrollTop}
        notice={notice}
        onSearch={(text) => {
          setSearch(text);
          if (text === '') setWanted(undefined);
        }}
        unfinished={unfinished.flatMap((id) => choices.filter(({ card }) => card.id === id).map(({ card }) => card))}
        onContinue={(card) => open(card, true)}
        onDiscard={(card) => {
          runs.dropCard(card.id);
          setUnfinished(runs.cards());
        }}
        onChoose={(card) => open(card)}
        onDocs={selected}
      />
      {dialog && <AddApplicationDialog env={env} hasActed={hasActed} onClose={() => onDialog(undefined)} />}
    </>
  );
}
