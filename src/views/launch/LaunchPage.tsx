import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { AppHostUnreached, AppSignInRefused } from '../../api/launch.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button, buttonClass } from '../../ui/plain/Button.tsx';
import { MessageAddress, MessageCard } from '../../ui/plain/MessageCard.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { WaitingBox } from '../../ui/plain/Waiting.tsx';
import { KeyCard } from './KeyCard.tsx';
import { CookiesLost, KeyRequired, launchApp, type Launch } from './launchApp.ts';

type Props = {
  launch: Launch;
  /** The list of applications. */
  listUrl: string;
};

/** `/web/launch/…`: opens an application in this window, or shows why it cannot (screens §22). */
export function LaunchPage({ launch, listUrl }: Props) {
  const { error, refetch, isFetching } = useQuery({
    queryKey: ['launch', launch],
    queryFn: async ({ signal }) => {
      await launchApp(launch, signal);
      return true;
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (!error || isFetching) {
    return (
      <MessageCard kind="Application" title={`Opening ${launch.fqdn}`}>
        <title>{launch.fqdn}</title>
        <WaitingBox title="Signing in to the application">The page of the application opens in this window.</WaitingBox>
      </MessageCard>
    );
  }
  if (error instanceof KeyRequired) return <KeyCard launch={launch} listUrl={listUrl} />;
  return (
    <MessageCard
      kind="Application"
      title={titleOf(error)}
      actions={
        <>
          <Button kind="primary" onClick={() => void refetch()}>
            Try again
          </Button>
          <a className={buttonClass({ kind: 'quiet' })} href={listUrl}>
            Applications
          </a>
        </>
      }
    >
      <title>{titleOf(error)}</title>
      <MessageAddress>{launch.fqdn}</MessageAddress>
      {explain(error, launch)}
    </MessageCard>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof AppHostUnreached) return 'The address cannot be reached';
  if (error instanceof CookiesLost) return 'The application does not get its cookies';
  if (error instanceof AppSignInRefused) return 'The sign-in was refused';
  if (isApiError(error, 403)) return 'You may not open this application';
  if (isApiError(error, 400) || isApiError(error, 404)) return 'There is no such application';
  if (isApiError(error, 501)) return 'This application cannot be opened in a browser';
  return 'The application could not be opened';
}

function explain(error: unknown, { fqdn }: Launch): ReactNode {
  if (error instanceof AppHostUnreached) {
    return (
      <>
        <Note kind="danger">The browser gets no answer from {error.message.replace(/^https?:\/\//, '')}.</Note>
        <p>
          Either the name does not lead to this server, or the browser does not trust the certificate.{' '}
          <a className="link" href={error.message} target="_blank" rel="noreferrer">
            Open the address
          </a>{' '}
          to see the reason. If the certificate is of your own authority, accept it there and try again. Otherwise tell
          your administrator.
        </p>
      </>
    );
  }
  if (error instanceof CookiesLost) {
    return (
      <>
        <Note kind="danger">The application asked for a sign-in again and again.</Note>
        <p>
          Allow cookies for {fqdn} in the settings of the browser. Over plain HTTP browsers keep these cookies only on
          localhost: open the console over HTTPS.
        </p>
      </>
    );
  }
  if (error instanceof AppSignInRefused) {
    return (
      <>
        <Note kind="danger">The host of the application takes no sign-in from {location.host}.</Note>
        <p>Open the console at its public address and try again. Your administrator knows the address.</p>
      </>
    );
  }
  const { why, details } = describeFailure(error);
  return <ErrorNote what="No session was made" why={why} todo={todoOf(error)} details={details} />;
}

function todoOf(error: unknown): string {
  if (isApiError(error, 403)) return 'Ask your administrator for a role that allows the application';
  if (isApiError(error, 400) || isApiError(error, 404))
    return 'Select an application in the list. If it is missing there, ask your administrator';
  if (isApiError(error, 501)) return 'Ask your administrator for another way to it';
  return 'Try again. If the error remains, tell your administrator';
}
