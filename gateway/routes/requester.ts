import { hungUp } from '../http/hungUp.ts';
import type { Requester } from '../tasks/Tasks.ts';
import type { SignedInCall } from './api.ts';

/** The client for whom a task runs. If it no longer waits for the answer, the task is not started. */
export const requesterOf = ({ caller, reply, recheck }: SignedInCall): Requester => ({
  user: caller.user.name,
  signal: hungUp(reply),
  recheck,
});
