// What a browser may ask before anybody signs in.
import { replayGroup } from '../support/replay.ts';

replayGroup('public', { signedIn: false });
