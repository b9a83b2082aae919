import { replayGroup } from '../support/replay.ts';

replayGroup('pages', { signedIn: false });
