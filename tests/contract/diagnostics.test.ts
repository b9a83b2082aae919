import { replayGroup } from '../support/replay.ts';

replayGroup('diagnostics');
