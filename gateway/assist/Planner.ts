// Answers without a model, from tables.
import { plural } from '../../src/lib/numbers.ts';
import type { CommandProposal } from '../../src/wire/assist/messages.ts';
import type { Answer } from './Answer.ts';
import type { AskRequest } from './answerer.ts';
import { explainContexts } from './planner/explainContexts.ts';
import { INTENTS, planRequest, type Plan } from './planner/plan.ts';
import { EVERY_SERVER, queryOf } from './planner/servers.ts';
import type { ServerLookup } from './ServerLookup.ts';
import { serversInContext } from './namedServers.ts';
import type { StoredMessage } from '../store/conversations.ts';

/** Limit of server names in a proposal, for consoles without support for queries (streams §7.5). */
const NAMES_MAX = 100;

const WHO = 'I am the built-in planner of this gateway: no language model is configured.';
export const GREETING = `${WHO} I understand requests of a few kinds, and propose a command for the servers that you name. Nothing runs before you approve it. For example: “How full are the disks of the prod servers?”`;

const TOPICS = INTENTS.map(({ topic }) => topic).join(', ');
const EXAMPLES = ['uptime', 'disk', 'service', 'log-errors']
  .flatMap((id) => INTENTS.find((intent) => intent.id === id)?.example ?? [])
  .map((example) => `- ${example}`)
  .join('\n');
const HELP = `I understand requests about ${TOPICS}, on servers that are named by host name, by a label such as env=prod, or as all servers. For example:\n\n${EXAMPLES}`;

export class Planner {
  #servers: ServerLookup;

  constructor(servers: ServerLookup) {
    this.#servers = servers;
  }

  async answer({ owner: { user }, history }: AskRequest & { history: readonly StoredMessage[] }, answer: Answer) {
    const question = history.findLast(({ type }) => type === 'CHAT_MESSAGE_USER');
    const text = question?.payload ?? '';
    const context = question?.context ?? [];
    answer.progress('Looking for servers…');
    const facts = await this.#servers.facts(user, text);
    const plan = planRequest(text, facts, serversInContext(context));
    const explanation = await explainContexts(context, (role) => this.#servers.roleSentences(user, role));
    // A question about an attachment is a request only if its own words are one.
    if (plan.kind === 'command') return this.#propose(user, plan, answer);
    if (explanation !== undefined) return answer.setText(`${explanation}\n\n${WHO} I know no more about it than this.`);
    answer.setText(refusalOf(plan));
  }

  async #propose(user: string, plan: Extract<Plan, { kind: 'command' }>, answer: Answer): Promise<void> {
    const { intent, command, description, servers } = plan;
    const query = queryOf(servers) ?? EVERY_SERVER;
    const { servers: found, total } = await this.#servers.find(user, query, [], NAMES_MAX);
    if (total === 0) return answer.setText('You see no server that this request is about.');
    const where =
      servers.kind === 'none'
        ? `You named no servers, so the command is for all ${plural(total, 'server')} that you see.`
        : `The command is for ${plural(total, 'server')}: ${named(
            found.map(({ hostname }) => hostname),
            total,
          )}.`;
    const warning = intent.changes === undefined ? '' : ` **${intent.changes}**`;
    answer.setText(`${description}${warning} ${where} Nothing runs before you approve it.`);
    const reason = intent.changes === undefined ? description : `${intent.changes} ${description}`;
    const changes = intent.changes !== undefined && ({ changes: true } as const);
    answer.propose(proposalFor(query, found, { command, reason, ...changes }));
  }
}

/** Consoles without support for queries get the names. */
const proposalFor = (
  query: string,
  found: readonly { hostname: string }[],
  rest: Pick<CommandProposal, 'command' | 'reason' | 'changes'>,
): CommandProposal => ({ nodes: found.map(({ hostname }) => hostname), labels: [], query, ...rest });

const SHOWN_NAMES = 5;

function named(names: readonly string[], total: number): string {
  const shownNames = names.slice(0, SHOWN_NAMES).map((name) => `\`${name.replaceAll('`', "'")}\``);
  return total > shownNames.length
    ? `${shownNames.join(', ')} and ${total - shownNames.length} more`
    : shownNames.join(', ');
}

function refusalOf(plan: Exclude<Plan, { kind: 'command' }>): string {
  switch (plan.kind) {
    case 'unknown-servers': {
      const words = plan.words.map((word) => `“${word}”`).join(', ');
      const system = plan.isSystem ? ' The gateway knows the operating system of a server only if a label has it.' : '';
      return `You see no server and no label value that is called ${words}.${system} Name servers by host name or by a label such as env=prod.`;
    }
    case 'common-name':
      return `“${plan.word}” is also a common word. Write host=${plan.word} for the server of that name.`;
    case 'which-servers':
      return `${plan.intent.changes ?? ''} Name the servers that you mean, and nothing else. For example: “${plan.intent.example}”`;
    case 'only-reads':
      return `I propose nothing that changes servers, except a reboot. I can show you something instead, for example: “${plan.intent.example}”`;
    case 'exclusion':
      return `I cannot exclude anything (“${plan.word}”). Name the servers that you mean, by host name or by a label such as env=prod.`;
    case 'unknown':
      return `I did not understand this. ${WHO} ${HELP}`;
    default:
      return plan satisfies never;
  }
}
