import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { fetchAwsDatabases, fetchEnrolledIds, type AwsDatabase, type NewDatabase } from '../../../api/newDatabases.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { AWS_REGIONS } from '../../../wire/awsRegions.ts';
import type { FlowHandle, StepOutcome } from '../flow/flow.ts';
import { useNextHandler, useReady } from '../flow/useStep.ts';
import { StepBody } from '../parts/StepBody.tsx';
import databaseStyles from './database.module.css';
import { AWS_QUERIES } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';
import { FoundTable, type FoundDatabase } from './FoundTable.tsx';
import { RegisterDialog } from './RegisterDialog.tsx';

/** The databases in a region of the account. The user registers one of them. */
export function EnrollRds({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { values, setValues, env, card } = flow;
  const { region, integrationName = '', registered } = values;
  const { clusterId } = env;
  const query = AWS_QUERIES[card.engine ?? 'postgres'];
  const [chosen, setChosen] = useState<AwsDatabase>();
  const [database, setDatabase] = useState<NewDatabase>();
  const found = useInfiniteQuery({
    queryKey: ['discover', 'rds', clusterId, integrationName, region, query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const ask = { ...query, region, nextToken: pageParam };
      const { databases, next } = await fetchAwsDatabases(clusterId, integrationName, ask, signal);
      const ids = databases.map(({ resourceId }) => resourceId).filter(Boolean);
      const enrolled = await fetchEnrolledIds(clusterId, ids, signal);
      const rows = databases.map((row): FoundDatabase => ({ ...row, isEnrolled: enrolled.has(row.resourceId) }));
      return { rows, next };
    },
    getNextPageParam: ({ next }) => next || undefined,
    enabled: region !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  useReady(flow, (chosen ?? registered) ? true : region === '' ? 'Choose a region' : 'Choose a database');
  // With the gateway, the next step asks for a sign-in instead of a service.
  const goOn = (isServed: boolean | undefined) => flow.next(isServed && !env.isEmbedded ? 1 : 0);
  useNextHandler(flow, async (): Promise<StepOutcome> => {
    if (chosen) setDatabase(toNewDatabase(chosen));
    else if (registered) goOn(values.isServed);
    return 'stay';
  });
  return (
    <StepBody title="Enroll a database" about={`Databases in the account of the integration ${integrationName}.`}>
      {registered && (
        <Note kind="info" title={`${registered.name} is registered. Continue with it, or choose another.`} />
      )}
      <div className={databaseStyles.tools}>
        <SelectField
          label="Region"
          value={region}
          options={[
            ...(region === '' ? [{ value: '', label: 'Choose a region' }] : []),
            ...AWS_REGIONS.map(([value, name]) => ({ value, label: `${name}  ${value}` })),
          ]}
          onChange={(value) => {
            setChosen(undefined);
            setValues({ region: value });
          }}
        />
        <Button
          size="form"
          icon="refresh-cw"
          off={region === '' ? 'Choose a region first' : undefined}
          busy={found.isFetching && !found.isFetchingNextPage ? 'Loading' : undefined}
          onClick={() => {
            setChosen(undefined);
            void found.refetch();
          }}
        >
          Refresh
        </Button>
      </div>
      {found.error && !found.isFetching && (
        <ErrorNote
          what="The databases could not be loaded"
          {...describeFailure(found.error)}
          actions={<Button onClick={() => void found.refetch()}>Try again</Button>}
        />
      )}
      {!found.data && found.isFetching && <Waiting>Asking AWS</Waiting>}
      {found.data && (
        <FoundTable
          rows={rows}
          chosen={chosen?.resourceId}
          onChoose={setChosen}
          more={
            found.hasNextPage
              ? { isLoading: found.isFetchingNextPage, load: () => void found.fetchNextPage() }
              : undefined
          }
        />
      )}
      {database && (
        <RegisterDialog
          flow={flow}
          database={database}
          advice="tag"
          onClose={() => setDatabase(undefined)}
          onNext={(served) => {
            setValues({ isServed: served, host: database.uri.replace(/:\d+$/, '') });
            goOn(served);
          }}
        />
      )}
    </StepBody>
  );
}

/** Labels that belong to the server cannot be written. */
const toNewDatabase = ({ name, protocol, uri, labels, accountId, resourceId }: AwsDatabase): NewDatabase => ({
  name,
  protocol,
  uri,
  labels: labels.filter((label) => label.name !== 'teleport.dev/origin'),
  awsRds: { accountId, resourceId },
});
