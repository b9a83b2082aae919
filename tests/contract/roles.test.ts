import { replayGroup } from '../support/replay.ts';

replayGroup('roles');
