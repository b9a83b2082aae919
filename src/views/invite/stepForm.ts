// What the steps of a new account have in common: a form that names what is missing once it was sent.
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { focusFirstError } from '../../ui/plain/Field.tsx';
import { hasErrors, type NewAccount } from './newAccount.ts';

export type StepProps = {
  typed: NewAccount;
  onType: (part: Partial<NewAccount>) => void;
  onDone: () => void;
  button: string;
  /** The verb in progress, where this step is the last. */
  busy: string | undefined;
  /** Above the fields: what went wrong. */
  failure: ReactNode;
};

/** `shown` is empty until the form was sent; `onDone` follows when it is sent without an error. */
export function useStepForm<E extends object>(errors: E, onDone: () => void) {
  const [tried, setTried] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (hasErrors(errors)) focusFirstError(event.currentTarget);
    else onDone();
  };
  const shown: Partial<E> = tried ? errors : {};
  return { shown, submit, startAgain: () => setTried(false) };
}
