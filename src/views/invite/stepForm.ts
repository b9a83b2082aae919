// The common part of the steps of a new account: a form that shows missing input after it was submitted.
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { focusFirstError } from '../../ui/plain/Field.tsx';
import { hasErrors, type NewAccount } from './newAccount.ts';

export type StepProps = {
  typed: NewAccount;
  onType: (part: Partial<NewAccount>) => void;
  onDone: () => void;
  button: string;
  /** The verb in progress, if this step is the last one. */
  busy: string | undefined;
  /** Above the fields: the error. */
  failure: ReactNode;
};

/** `shown` is empty until the form was submitted. `onDone` is called when it is submitted without an error. */
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
