import { useMemo, useRef, useState } from 'react';
import { randomUuid } from '../../lib/encoding.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { DiscoverReporter } from './flow/discoverEvents.ts';
import { KeptRuns } from './flow/keptRuns.ts';
import { RunningFlow, type Entry } from './RunningFlow.tsx';
import { cardsFor, findCard, type Card } from './selector/catalog.ts';
import { toChoices } from './selector/choices.ts';
import { Selector } from './selector/Selector.tsx';

type Props = Entry & {
  /** Card or kind in the address. Undefined: the page shows the selector. */
  resource: string | undefined;
  /** Kind that the user wants to add from a list. */
  entity: string | undefined;
  /** `resumes`: continue the unfinished run. */
  onOpen: (card: Card | undefined, resumes?: boolean) => void;
};

const TITLE = 'Enroll New Resource';

/** `/web/discover`: the selector, or the flow in the address. */
export function DiscoverPage({ resource, entity, onOpen, ...entry }: Props) {
  const { env, returned, hasActed } = entry;
  const { acl, username } = env.user;
  const { isEmbedded, config } = env;
  const runs = useMemo(() => new KeptRuns(username), [username]);
  const [dialog, setDialog] = useState<Card>();
  const [scrollTop] = useState(() => new ValueStore(0));
  const choices = useMemo(
    () => toChoices(cardsFor({ isEmbedded, isEnterprise: config.isEnterprise }), { acl, isEmbedded }),
    [acl, isEmbedded, config],
  );
  /** Reporter of the run that the selector started. */
  const reporter = useRef<DiscoverReporter>(undefined);
  const cardId = resource === undefined ? undefined : findCard(resource)?.id;
  const choice = choices.find(({ card }) => card.id === cardId);
  const isDialog = choice?.card.flow === 'application' && !isEmbedded;

  if (choice?.isGuided && choice.blocked === undefined && !isDialog)
    return (
      <>
        <title>{`${choice.card.title} • ${TITLE}`}</title>
        <RunningFlow
          key={choice.card.id}
          {...entry}
          card={choice.card}
          runs={runs}
          begin={() => (reporter.current ??= startReporter(returned?.runId))}
          onSelector={() => onOpen(undefined)}
        />
      </>
    );
  const isKind = resource === 'database';
  const notice =
    resource !== undefined && !isDialog && !isKind ? (
      <Note kind="warn" title={choice ? `You cannot enroll ${choice.card.title} here.` : 'There is no such resource.'}>
        {choice?.blocked ?? 'Choose from the list.'}
      </Note>
    ) : undefined;
  return (
    <>
      <title>{TITLE}</title>
      <Selector
        choices={choices}
        entity={entity ?? (isKind ? resource : undefined)}
        scrollTop={scrollTop}
        runs={runs}
        notice={notice}
        begin={() => (reporter.current = startReporter(undefined))}
        dialog={dialog ?? (isDialog ? choice.card : undefined)}
        hasActed={dialog !== undefined || hasActed}
        onDialog={(card) => {
          setDialog(card);
          if (card === undefined && resource !== undefined) onOpen(undefined);
        }}
        env={env}
        onOpen={onOpen}
      />
    </>
  );
}

function startReporter(runId: string | undefined): DiscoverReporter {
  const reporter = new DiscoverReporter(runId ?? randomUuid());
  if (runId === undefined) reporter.report('started', 'SUCCESS');
  return reporter;
}
