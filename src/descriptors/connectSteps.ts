// What a command line needs to reach a thing through a cluster (screens §5.4, §5.5). Our gateway serves none.
import { config } from '../api/config.ts';
import { queryPath } from '../api/databases.ts';
import {
  databaseCommand,
  DROP_COMMAND,
  KUBECONFIG_COMMAND,
  kubeLoginCommand,
  loginCommand,
  serverAddress,
} from '../api/tshCommands.ts';
import { userContext } from '../api/userContext.ts';
import { FEATURE_QUERIES } from '../wire/config.ts';
import type { Step, Steps } from './steps.ts';

const login = (clusterId: string): Step => ({
  text: 'Sign in with the command line',
  command: loginCommand({ ...userContext(), clusterId, proxy: serverAddress().proxy }),
});

/** Only for users with roles from an access request. */
const drop = (): readonly Step[] =>
  userContext().accessRequestId ? [{ text: 'Drop the requested roles', command: DROP_COMMAND }] : [];

export const kubeSteps = (name: string, clusterId: string): Steps => ({
  title: `Connect to ${name}`,
  of: () => [
    login(clusterId),
    {
      text: 'Use a separate kubeconfig file, so that your own stays unchanged',
      command: KUBECONFIG_COMMAND,
      optional: true,
    },
    { text: 'Choose the cluster', command: kubeLoginCommand(name) },
    { text: 'Try it', command: 'kubectl get pods' },
    ...drop(),
  ],
});

type Database = { name: string; users: readonly string[]; names: readonly string[] };

export const databaseSteps = ({ name, users, names }: Database, clusterId: string): Steps => ({
  title: `Connect to ${name}`,
  choices: [
    { id: 'user', label: 'Database user', options: users },
    { id: 'database', label: 'Database name', options: names },
  ],
  ...(config.extensions.includes(FEATURE_QUERIES)
    ? {
        page: {
          label: 'Open query console',
          to: ({ user = '', database = '' }) => queryPath({ clusterId, databaseName: name, user, database }),
        },
      }
    : {
        of: ({ user = '', database = '' }) => [
          login(clusterId),
          { text: 'Get a certificate for the database', command: databaseCommand('login', { name, user, database }) },
          { text: 'Connect', command: databaseCommand('connect', { name, user, database }) },
          ...drop(),
        ],
        note: {
          text: 'Graphical clients connect through a local proxy.',
          link: { label: 'How to set one up', href: 'https://goteleport.com/docs/connect-your-client/gui-clients/' },
        },
      }),
});
