import { useStore } from '../../../ui/useStore.ts';
import { plural } from '../../../lib/numbers.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { tally, type NodeState } from '../../command/run/nodeState.ts';
import { useStates } from '../../command/page/usePaced.ts';
import type { Activity } from '../session/AssistSession.ts';
import type { Conversation } from '../session/Conversation.ts';
import { useAssist } from './parts.ts';

export const WARNING = 'Answers can be incorrect. The output above is from the servers';

/** Why nothing can be added to a conversation now. */
export const busyReason = (activity: Activity): string | undefined =>
  activity === 'idle' ? undefined : 'Wait for the answer, or stop it';

/** Which planner answers, if it is not a model. */
export function usePlannerNote(): string | undefined {
  const { desk } = useAssist();
  const state = useStore(desk.state);
  return state?.mode === 'planner'
    ? 'Built-in planner: understands a fixed list of requests. Connect a model in gateway.yaml'
    : undefined;
}

const LITTLE = 10;

/** The rest of the daily budget, once it is low. */
export function useBudget(): string | undefined {
  const { desk } = useAssist();
  const { remaining } = useStore(desk.state) ?? {};
  return remaining && remaining.messages <= LITTLE ? `${plural(remaining.messages, 'message')} left today` : undefined;
}

/** For hooks that read a run while there is none. */
export const noRun = { states: new ValueStore<ReadonlyMap<string, NodeState>>(new Map()) };

/** Text in the foot: what the conversation waits for. */
export function useProgressLabel(conversation: Conversation): string {
  const entries = useStore(conversation.session.entries);
  const activity = useStore(conversation.session.activity);
  const last = [...useStore(conversation.runs).values()].at(-1)?.run;
  const { total, over } = tally(useStates(last ?? noRun).values());
  if (over < total) return `${over} of ${plural(total, 'server')} answered`;
  return progressLabel(activity, entries.at(-1)?.kind);
}

function progressLabel(activity: Activity, last: string | undefined): string {
  if (activity === 'stopping') return 'Stopping the answer';
  if (activity !== 'idle') return 'Waiting for the answer';
  return last === 'command' ? 'Waiting for your approval' : 'Nothing runs';
}
