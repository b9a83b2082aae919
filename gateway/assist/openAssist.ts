// Assist, put together over the parts of the gateway.
import { systemClock } from '../../src/lib/clock.ts';
import type { Gateway } from '../gateway.ts';
import { RecordingAccess, type Reader } from '../routes/recordingAccess.ts';
import { Assist } from './Assist.ts';
import { AssistError } from './answerer.ts';
import type { AssistOwner } from './AssistClient.ts';
import { keepConversationRetention } from './conversationRetention.ts';
import { MessageBudget } from './MessageBudget.ts';
import { Planner } from './Planner.ts';
import { PlannerAnswerer } from './PlannerAnswerer.ts';
import { ResultReader } from './ResultReader.ts';
import { ServerLookup } from './ServerLookup.ts';

type Parts = Pick<
  Gateway,
  'audit' | 'config' | 'locks' | 'now' | 'onClose' | 'recordings' | 'sessions' | 'stores' | 'tasks' | 'watch'
>;
type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export function openAssist(gateway: Parts, log: Log): Assist {
  const { audit, config, locks, now, onClose, sessions, stores, tasks, watch } = gateway;
  const settings = () => config.get().assist;
  const servers = new ServerLookup({ tasks, watch });
  const recordings = new RecordingAccess(gateway);
  const readerOf = ({ user, loginId }: AssistOwner): Reader => {
    const access = watch.accessOf(user);
    if (!access) throw new AssistError('Your access was revoked.', 'access revoked');
    return { user: { name: user }, session: { loginId }, access };
  };
  const results = new ResultReader({ stores, recordings, readerOf });
  const budget = new MessageBudget({ usage: stores.assistUsage, now, config: settings });
  const planner = new PlannerAnswerer(new Planner(servers), results, budget);
  const assist = new Assist({
    stores,
    now,
    watch,
    audit,
    answerer: () => planner,
    enabled: () => settings().enabled,
    report: (err) => log.error({ err }, 'Assist could not answer'),
  });
  onClose(sessions.ended.subscribe((ended) => assist.endSignIn(ended)));
  onClose(locks.changed.subscribe(() => assist.endRevoked()));
  onClose(config.subscribe(() => assist.endRevoked()));
  onClose(keepConversationRetention({ stores, now, config }, systemClock, log));
  onClose(() => assist.close());
  return assist;
}
