// A script of its own in the page of a recording, before all others that wait for the document (gateway/http/preload.ts):
// events and first output are on their way while the rest of the page is read and evaluated.
import { isConfigured } from '../../api/config.ts';
import { askForRecording } from '../../api/recordingData.ts';
import { session } from '../../api/session.ts';
import { momentOfAddress } from '../../wire/recording/moment.ts';
import { frontDoor } from '../frontDoor.ts';

const door = frontDoor(location.pathname, location.search);
session.readPage();
if (door.page === 'player' && door.isTerminal && isConfigured && session.timeLeftMs() > 0)
  askForRecording(door, momentOfAddress(location.hash) === undefined);
