// The endpoints that a browser may call without a sign-in.
import { replayGroup } from '../support/replay.ts';

replayGroup('public', { signedIn: false });
