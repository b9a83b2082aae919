import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { Note } from './plain/Note.tsx';

type Props = {
  /** What failed: "Users could not be loaded". */
  what: string;
  /** Why: the server's message, quoted. */
  why: string;
  /** What is safe: "Your text is kept". */
  safe?: string;
  /** What to do, if no button does it. */
  todo?: string;
  /** Method, path, status, time, request: copied, not shown. */
  details?: string;
  /** "Try again" and the like. */
  actions?: ReactNode;
};

const sentence = (text: string): string => (/[.!?]”?$/.test(text) ? text : `${text}.`);

/** A failure in four parts: what, why, what is safe, what to do. */
export const ErrorNote = ({ what, why, safe, todo, details, actions }: Props) => (
  <Note
    kind="danger"
    title={sentence(what)}
    actions={
      (actions ?? details) !== undefined && (
        <>
          {actions}
          {details && (
            <CopyButton kind={actions ? 'quiet' : 'plain'} size="toolbar" text={details}>
              Copy details
            </CopyButton>
          )}
        </>
      )
    }
  >
    {[why, safe, todo].flatMap((part) => (part ? [sentence(part)] : [])).join(' ')}
  </Note>
);
