// Lists, on the servers: paging, sorting, searching, the query language (http-resources §1).
import { replayGroup } from '../support/replay.ts';

replayGroup('lists');
