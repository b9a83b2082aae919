// Wires Assist to the parts of the gateway.
import { systemClock } from '../../src/lib/clock.ts';
import type { Gateway } from '../gateway.ts';
import { RecordingAccess, type Reader } from '../routes/recordingAccess.ts';
import { Assist } from './Assist.ts';
import { AssistError } from './answerer.ts';
import type { AssistOwner } from './AssistClient.ts';
import { keepConversationRetention } from './conversationRetention.ts';
import { MessageBudget } from './MessageBudget.ts';
import { ModelAnswerer } from './ModelAnswerer.ts';
import { ModelLink } from './model/ModelLink.ts';
import { Planner } from './Planner.ts';
import { PlannerAnswerer } from './PlannerAnswerer.ts';
import { ResultReader } from './ResultReader.ts';
import { ServerLookup } from './ServerLookup.ts';
import { logTools } from './tools/logTools.ts';
import { serverTools } from './tools/serverTools.ts';

type Parts = Pick<
  Gateway,
  'audit' | 'config' | 'locks' | 'now' | 'onClose' | 'recordings' | 'sessions' | 'stores' | 'tasks' | 'watch'
>;
type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** `modelThread`: the built model/modelThread.ts. Absent: this thread calls the model. */
export function openAssist(gateway: Parts, log: Log, modelThread: string | undefined): Assist {
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
  const link = new ModelLink(modelThread, (err) => log.error({ err }, 'the thread of the model failed'));
  const tools = [...serverTools(servers, tasks), ...logTools({ audit, tasks, now, recordings, readerOf })];
  const planner = new PlannerAnswerer(new Planner(servers), results, budget);
  const model = new ModelAnswerer({
    link,
    model: () => {
      const { model: found } = settings();
      if (!found) throw new AssistError('The model was removed from the settings. Try again.', 'there is no model');
      return found;
    },
    budget,
    servers,
    results,
    tools,
    audit,
  });
  const assist = new Assist({
    stores,
    now,
    watch,
    audit,
    answerer: () => (settings().model ? model : planner),
    enabled: () => settings().enabled,
    report: (err) => log.error({ err }, 'Assist could not answer'),
    warn: (reason) => log.warn({ reason }, 'Assist did not answer'),
  });
  onClose(sessions.ended.subscribe((ended) => assist.endSignIn(ended)));
  onClose(locks.onChange(() => assist.endRevoked()));
  onClose(config.subscribe(() => assist.endRevoked()));
  onClose(keepConversationRetention({ stores, now, config }, systemClock, log));
  onClose(() => link.close());
  onClose(() => assist.close());
  return assist;
}
