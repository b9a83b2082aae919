import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { reachability } from '../api/client.ts';
import type { QueryTarget } from '../api/databases.ts';
import { explainQuery, openQuerySocket } from '../api/queries.ts';
import { systemClock } from '../lib/clock.ts';
import { Disposables } from '../lib/disposables.ts';
import { QueryHistory } from '../resources/query/QueryHistory.ts';
import { QueryPage } from '../resources/query/QueryPage.tsx';
import { QuerySession } from '../resources/query/session/QuerySession.ts';
import { EmptyText } from '../ui/EmptyText.tsx';
import { ButtonLink } from '../ui/plain/Button.tsx';
import { useStore } from '../ui/useStore.ts';
import { FactorPrompt } from './terminal/FactorPrompt.tsx';
import { href, paths } from './paths.ts';
import { useConsole } from './useConsole.ts';

/** Fires on the browser's online event, and on the first successful call. */
function whenReachable(listener: () => void): () => void {
  const waiting = new Disposables();
  window.addEventListener('online', listener);
  waiting.add(() => window.removeEventListener('online', listener));
  waiting.add(reachability.subscribe(() => reachability.get().kind === 'reached' && listener()));
  return () => waiting.dispose();
}

function nextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

const sessionOn = (target: QueryTarget): QuerySession =>
  new QuerySession({
    open: () => openQuerySocket(target),
    explain: (signal) => explainQuery(target, signal),
    clock: systemClock,
    nextFrame,
    whenReachable,
  });

/** `/web/cluster/{site}/databases/{name}/query?user={user}&database={database}`. Another user is another session. */
export default function QueryRoute() {
  const { clusterId = '', databaseName = '' } = useParams();
  const [search] = useSearchParams();
  const [user, database] = [search.get('user') ?? '', search.get('database') ?? ''];
  if (user === '' || database === '')
    return (
      <>
        <title>{`${clusterId} • ${databaseName} • Query`}</title>
        <EmptyText
          icon="database"
          title="The address is not complete"
          actions={
            <ButtonLink href={href(paths.databases({ clusterId }))} icon="arrow-left">
              Databases
            </ButtonLink>
          }
        >
          A query console needs a database user and a database name. Choose both in the list of databases.
        </EmptyText>
      </>
    );
  const target = { clusterId, databaseName, user, database };
  return <Console key={JSON.stringify(target)} {...target} />;
}

function Console({ clusterId, databaseName, user, database }: QueryTarget) {
  const { username } = useConsole().user;
  const [target] = useState({ clusterId, databaseName, user, database });
  const [session] = useState(() => sessionOn(target));
  const [history] = useState(() => new QueryHistory(localStorage, username, target));
  useEffect(() => {
    session.connect();
    return () => session.dispose();
  }, [session]);
  const state = useStore(session.state);
  return (
    <QueryPage
      session={session}
      target={target}
      username={username}
      history={history}
      backTo={paths.databases({ clusterId })}
      factor={
        state.kind === 'factor' && (
          <FactorPrompt
            challenge={state.challenge}
            declined={state.declined}
            isInFront
            container="page"
            session={{ login: user, host: databaseName }}
            onAnswer={(assertion) => session.answer(assertion)}
            onDecline={() => session.decline(true)}
            onRetry={() => session.decline(false)}
            onClose={() => session.disconnect()}
          />
        )
      }
    />
  );
}
