import type { ReactNode } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import styles from './parts.module.css';

type Props = {
  title: string;
  about?: ReactNode;
  children?: ReactNode;
  /** The error title if Next could not save: "The settings were not saved". */
  failed?: string;
  failure?: { error: unknown } | undefined;
};

/** Heading, text and content of a step, and why Next failed. */
export const StepBody = ({ title, about, children, failed = '', failure }: Props) => (
  <div className="stack g16">
    <div>
      <h2 className={styles.heading}>{title}</h2>
      {about !== undefined && <p className="t2">{about}</p>}
    </div>
    {children}
    {failure && (
      <ErrorNote
        what={failed}
        {...describeFailure(failure.error)}
        safe="Your entries are kept"
        todo="Correct them and press Next again"
      />
    )}
  </div>
);

type LoadingProps = {
  /** "the integrations" */
  noun: string;
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
};

/** Shown instead of a step that needs a response first: waiting, or the error. */
export const Loading = ({ noun, query: { error, isFetching, refetch } }: LoadingProps) =>
  error && !isFetching ? (
    <ErrorNote
      what={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} could not be loaded`}
      {...describeFailure(error)}
      actions={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  ) : (
    <Waiting>{`Loading ${noun}`}</Waiting>
  );
