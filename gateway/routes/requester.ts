import { hungUp } from '../http/hungUp.ts';
import type { Requester } from '../tasks/Tasks.ts';
import type { SignedInCall } from './api.ts';

/** On whose behalf a task runs: while nobody waits for its answer any more, it is not begun. */
export const requesterOf = ({ caller, reply, recheck }: SignedInCall): Requester => ({
  user: caller.user.name,
  signal: hungUp(reply),
  recheck,
});
