// A script of its own in the page of a recording (gateway/http/preload.ts), which is read and run before all others: events
// and first output are on their way while the rest of the page is read and evaluated. It has a copy of all that it
// imports, and may run before the page's settings have arrived: it must not import `api/config.ts`.
import { askForRecording } from '../../api/recordingData.ts';
import { session } from '../../api/session.ts';
import { momentOfAddress } from '../../wire/recording/moment.ts';
import { frontDoor } from '../frontDoor.ts';

const door = frontDoor(location.pathname, location.search);
session.readPage();
if (door.page === 'player' && door.isTerminal && session.timeLeftMs() > 0)
  askForRecording(door, momentOfAddress(location.hash) === undefined);
