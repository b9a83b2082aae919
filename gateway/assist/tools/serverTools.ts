import { textAt } from '../../../src/lib/json.ts';
import { plural } from '../../../src/lib/numbers.ts';
import { toSearch } from '../../routes/listQuery.ts';
import type { Tasks } from '../../tasks/Tasks.ts';
import type { ServerLookup } from '../ServerLookup.ts';
import { textParameters, type Tool } from './tool.ts';

const SERVERS_MAX = 25;
const LABELS_MAX = 20;

const QUERY =
  'A predicate such as labels["env"] == "prod" && name == "web-1", with ==, !=, &&, ||, ! and search("text").';

/** Tools that read the inventory. */
export const serverTools = (servers: ServerLookup, tasks: Tasks): readonly Tool[] => [
  {
    name: 'search_servers',
    description: 'Finds servers that the user sees, with labels and the logins that the user may use.',
    parameters: textParameters({ query: QUERY, search: 'Words that occur in the host name, address or labels.' }),
    progress: 'Searching servers…',
    async run(args, { user }) {
      const query = textAt(args, 'query').trim();
      const { servers: found, total } = await servers.find(
        user,
        query === '' ? undefined : query,
        toSearch(textAt(args, 'search')),
        SERVERS_MAX,
      );
      const items = found.map(({ hostname, tags, sshLogins }) => ({
        hostname,
        labels: Object.fromEntries((tags ?? []).slice(0, LABELS_MAX).map(({ name, value }) => [name, value])),
        logins: sshLogins ?? [],
      }));
      return {
        content: JSON.stringify({ total, servers: items }),
        summary: `Found ${plural(total, 'server')}.`,
        count: total,
      };
    },
  },
  {
    name: 'read_labels',
    description: 'Lists the labels of servers that the user sees, with the number of servers for each value.',
    parameters: textParameters({ key: 'Only this label.' }),
    progress: 'Reading labels…',
    async run(args, { user }) {
      const labels = await servers.labels(user, textAt(args, 'key').slice(0, 200));
      return {
        content: JSON.stringify(labels),
        summary: `Read ${plural(labels.length, 'label')}.`,
        count: labels.length,
      };
    },
  },
  {
    name: 'explain_access',
    description: 'Says whether a user may log in to a server, and why.',
    parameters: textParameters(
      {
        server: 'Host name of the server.',
        login: 'OS account. Default: whether the server can be reached at all.',
        user: 'Another user of the gateway. Default: the user who asks.',
      },
      ['server'],
    ),
    progress: 'Checking access…',
    async run(args, { user: asker }) {
      const server = textAt(args, 'server').slice(0, 300);
      const question = {
        asker,
        user: textAt(args, 'user').slice(0, 300) || asker,
        server,
        login: textAt(args, 'login').slice(0, 300),
      };
      const answer = await tasks.value('explainAccess', question, { user: asker });
      if (!answer) return { content: 'The user sees no such server.', summary: 'Found no such server.', failed: true };
      return { content: JSON.stringify(answer), summary: `${answer.title}.` };
    },
  },
];
