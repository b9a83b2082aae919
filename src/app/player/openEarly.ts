// A separate script in the page of a recording (gateway/http/preload.ts), which runs before all others: events and the
// first output load while the browser still loads and evaluates the rest of the page. It bundles a copy of all its
// imports, and may run before the page's settings have loaded: it must not import `api/config.ts`.
import { askForRecording } from '../../api/recordingData.ts';
import { session } from '../../api/session.ts';
import { momentOfAddress } from '../../wire/recording/moment.ts';
import { frontDoor } from '../frontDoor.ts';

const door = frontDoor(location.pathname, location.search);
session.readPage();
if (door.page === 'player' && door.isTerminal && session.timeLeftMs() > 0)
  askForRecording(door, momentOfAddress(location.hash) === undefined);
