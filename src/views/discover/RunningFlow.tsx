import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useDraftSlot } from '../../resources/forms/useDraftSlot.ts';
import type { DiscoverReporter } from './flow/discoverEvents.ts';
import type { DiscoverEnv, MakeFlow } from './flow/flow.ts';
import { FlowFrame } from './flow/FlowFrame.tsx';
import { UnfinishedRun } from './flow/UnfinishedRun.tsx';
import type { KeptRun } from './flow/flowState.ts';
import { runForm, type KeptRuns } from './flow/keptRuns.ts';
import { Loading } from './parts/StepBody.tsx';
import type { Card, FlowName } from './selector/catalog.ts';

/** State with which another page returns the user to a flow. */
export type Returned = { card: string; runId: string; integrationName: string };

/** How the user came to the page, and where its links lead. */
export type Entry = {
  env: DiscoverEnv;
  returned: Returned | undefined;
  /**
   * True: an unfinished run of this tab continues without a question (page reloaded, or “Continue” pressed). False: it
   * is dropped without a question (card chosen).
   */
  resumes: boolean | undefined;
  /** A click in the console led to this address, not a link of another page. */
  hasActed: boolean;
  /** Address of the selector, below `/web`. */
  selector: string;
  onDetour: (path: string, from: { card: string; runId: string }) => void;
};

type Props = Entry & {
  card: Card;
  runs: KeptRuns;
  /** Returns the reporter of this run, and creates it if there is none. */
  begin: () => DiscoverReporter;
  onSelector: () => void;
};

/** Module of each flow. */
const FLOWS: Readonly<Record<FlowName, () => Promise<{ default: MakeFlow }>>> = {
  server: () => import('./server/serverFlow.tsx'),
  kubernetes: () => import('./kubernetes/kubernetesFlow.tsx'),
  application: () => import('./application/applicationFlow.tsx'),
  desktop: () => import('./desktop/desktopFlow.tsx'),
  databaseSelfHosted: () => import('./database/databaseFlow.ts'),
  databaseAws: () => import('./database/awsFlow.ts'),
};

/** Loads the flow of a card and runs it. Each tab has a separate run. */
export function RunningFlow(props: Props) {
  const slot = useDraftSlot(runForm(props.card.id));
  return slot !== undefined && <FlowInSlot {...props} slot={slot} />;
}

type SlotProps = Props & { slot: string };

function FlowInSlot(props: SlotProps) {
  const { card, runs, slot } = props;
  const isReturned = props.returned?.card === card.id;
  const [unfinished, setUnfinished] = useState(() => {
    if (props.resumes === false) runs.drop(slot);
    return props.resumes || isReturned ? undefined : runs.load(slot);
  });
  const [hasAnswered, setAnswered] = useState(false);
  const query = useQuery({
    queryKey: ['discover', 'flow', card.flow],
    queryFn: async () => (card.flow === undefined ? null : FLOWS[card.flow]()),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: 1,
  });
  const answer = () => {
    setUnfinished(undefined);
    setAnswered(true);
  };
  if (unfinished)
    return (
      <UnfinishedRun
        card={card}
        run={unfinished}
        onContinue={answer}
        onRestart={() => {
          runs.drop(slot);
          answer();
        }}
      />
    );
  return query.data ? (
    <LoadedFlow {...props} hasActed={props.hasActed || hasAnswered} makeFlow={query.data.default} />
  ) : (
    <Loading noun="the page" query={query} />
  );
}

function LoadedFlow({ makeFlow, ...props }: SlotProps & { makeFlow: MakeFlow }) {
  const { card, env, runs, slot, returned, begin, onDetour } = props;
  const flow = useMemo(() => makeFlow({ card, env }), [makeFlow, card, env]);
  const [from] = useState(() => continued(runs.load(slot), returned?.card === card.id ? returned : undefined));
  const [reporter] = useState(begin);
  useEffect(() => {
    const isFirst = reporter.resource !== card.resource;
    reporter.choose(card.resource, returned === undefined);
    const leftStep = returned && from && flow.steps[from.step - 1];
    if (isFirst && leftStep) reporter.report(leftStep.event, 'SUCCESS');
  }, [reporter, card, returned, from, flow]);
  return (
    <FlowFrame
      {...props}
      flow={flow}
      from={from}
      reporter={reporter}
      onDetour={(path) => onDetour(path, { card: card.id, runId: reporter.id })}
    />
  );
}

/** A user who returns from another page continues with the step after the one that led there. */
const continued = (run: KeptRun | undefined, returned: Returned | undefined): KeptRun | undefined =>
  returned
    ? { step: (run?.step ?? 0) + 1, values: { ...run?.values, integrationName: returned.integrationName } }
    : run;
