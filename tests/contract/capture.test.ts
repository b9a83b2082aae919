// Usage events and traces.
import { replayGroup } from '../support/replay.ts';

replayGroup('capture');
replayGroup('traces');
