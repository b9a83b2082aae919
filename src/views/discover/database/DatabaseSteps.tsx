import { canQuery, queryPath, type Database, type QueryTarget } from '../../../api/databases.ts';
import { findDatabase } from '../../../api/newDatabases.ts';
import { databaseCommand, loginCommand } from '../../../api/tshCommands.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { FEATURE_QUERIES } from '../../../wire/config.ts';
import { toTested } from '../../connectionTest/testedRow.ts';
import { serverOf, type FlowHandle } from '../flow/flow.ts';
import { FinishedStep } from '../parts/FinishedStep.tsx';
import { TestStep, UseLink } from '../parts/TestStep.tsx';
import { TraitsStep } from '../parts/TraitsStep.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { useListed } from '../parts/usePoll.ts';
import { letInText, protocolOf } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';
import { FixConnect } from './FixConnect.tsx';

type Props = { flow: FlowHandle<DatabaseValues> };

const LET_IN = {
  gateway: 'The server must have these users. For example:',
  agent: 'The server must have these users and accept their certificates. For example:',
};

const nameOf = ({ values }: Props['flow']): string => values.registered?.name ?? values.saved?.name ?? values.name;

/** The database as listed now. Undefined while it is not known, `null` if it is not listed. */
function useDatabase(flow: Props['flow']): Database | null | undefined {
  const name = nameOf(flow);
  const { clusterId } = flow.env;
  return useListed(`database ${name}`, (signal) => findDatabase(clusterId, name, signal));
}

/** Which database users the user can connect as, and to which databases of the server. */
export function DatabaseAccess({ flow }: Props) {
  const database = useDatabase(flow);
  const { engine } = flow.card;
  // Policies for Aurora contain no database names (screens §19.3).
  const needsName = engine === 'postgres';
  return (
    <div className="stack g16">
      <TraitsStep
        flow={flow}
        title={`Set up access to ${nameOf(flow)}`}
        about="Choose the database users that you connect as, and the databases that you open. Enter * for all."
        fields={[
          { trait: 'db_users', label: 'Database users', help: 'Type a name and press Enter' },
          { trait: 'db_names', label: 'Database names' },
        ]}
        detected={{ db_users: database?.users ?? [], db_names: database?.names ?? [] }}
        grant={{ name: 'database-access', labels: 'db_labels', fields: { db_users: 'db_users', db_names: 'db_names' } }}
        missing={({ db_users: users = [], db_names: names = [] }) => {
          if (users.length === 0) return 'Add at least one database user';
          return needsName && names.length === 0 ? 'Add at least one database name' : undefined;
        }}
      />
      <section className="stack g8" aria-label="Users on the server">
        <p className="t2">{LET_IN[flow.env.isEmbedded ? 'gateway' : 'agent']}</p>
        <CopyBox
          label="Example"
          text={letInText(engine, flow.card.flow === 'databaseAws', flow.env.isEmbedded).join('\n')}
        />
      </section>
    </div>
  );
}

export function DatabaseTest({ flow }: Props) {
  const { env, card } = flow;
  const database = useDatabase(flow);
  const name = nameOf(flow);
  const users = database?.users ?? [];
  const names = database?.names ?? [];
  if (database === undefined) return <Waiting>Loading your database users</Waiting>;
  const row = { id: name, kind: 'db', name, protocol: protocolOf(card.engine), users, names };
  return (
    <div className="stack g16">
      <TestStep
        // New traits reset the choices.
        key={[...users, '/', ...names].join(' ')}
        flow={flow}
        tested={toTested(row)}
        use={({ user = '', database: chosen = firstName(names) }) => <Use flow={flow} user={user} database={chosen} />}
      />
      {env.isEmbedded && <FixConnect flow={flow} />}
    </div>
  );
}

function Use({ flow: { env, card, ...flow }, user, database }: Props & { user: string; database: string }) {
  const { clusterId } = env;
  const databaseName = nameOf({ env, card, ...flow });
  if (env.config.extensions.includes(FEATURE_QUERIES) && canQuery(protocolOf(card.engine)))
    return (
      user !== '' && database !== '' && <QueryLink env={env} target={{ clusterId, databaseName, user, database }} />
    );
  return (
    <div className="stack g8">
      <CopyBox command label="Sign in" text={loginCommand({ ...env.user, clusterId, proxy: serverOf(env).proxy })} />
      <CopyBox command label="Connect" text={databaseCommand('connect', { name: databaseName, user, database })} />
    </div>
  );
}

/** A database name for the query console, even if connections do not need one. '' if there is none. */
const firstName = (names: readonly string[]): string => names.find((name) => name !== '*') ?? '';

const QueryLink = ({ env, target }: Pick<Props['flow'], 'env'> & { target: QueryTarget }) => (
  <UseLink env={env} path={queryPath(target)}>
    Open query console
  </UseLink>
);

export function DatabaseFinished({ flow }: Props) {
  const { env, card } = flow;
  const { clusterId } = env;
  const database = useDatabase(flow);
  const user = database?.users.find((name) => name !== '*');
  const named = firstName(database?.names ?? []);
  const canOpen = env.config.extensions.includes(FEATURE_QUERIES) && canQuery(protocolOf(card.engine));
  return (
    <FinishedStep flow={flow} noun={`Database ${nameOf(flow)}`} list="databases">
      <p>It appears in the list of databases of users whose roles match its labels.</p>
      {canOpen && database && user !== undefined && named !== '' && (
        <div className="row g8 wrap">
          <QueryLink env={env} target={{ clusterId, databaseName: database.name, user, database: named }} />
        </div>
      )}
    </FinishedStep>
  );
}
